import CommandRunning
import Foundation
package import ProcessLaunching

/// A program once more, with the same code at other addresses: under its own name, and beside links to all that lies beside it.
///
/// Where the linker happens to put a loop can change its time by tens of per cent (docs/gate.md, G2), in each start of the program alike.
package struct MovedProgram: Sendable {
  /// It, running where the original does.
  package let program: BenchmarkProgram

  /// Links a program anew; `nil` where how it is linked isn't known, as of what SwiftPM hasn't built, or that fails.
  ///
  /// - Parameters:
  ///   - executable: The program.
  ///   - bytes: How much further on its code lies; a multiple of 16.
  ///   - directory: Where it is put; it is made, and whoever asks for it removes it.
  package init?(of executable: BenchmarkProgram, by bytes: Int, directory: String) async {
    let original = URL(filePath: executable.path).resolvingSymlinksInPath()
    let place = "\(directory)/\(original.lastPathComponent)"
    do {
      let linked = await RelinkedProgram(
        of: executable,
        codeOffsets: [bytes],
        directory: directory
      )
      guard linked.unshiftedReason == nil else { return nil }
      // Traces and messages tell programs by their names.
      try FileManager.default.moveItem(atPath: linked.programs[0].path, toPath: place)
    } catch {
      return nil
    }
    ProgramNeighbours.link(of: original.path, into: directory, which: { _ in true })
    program = executable.at(place)
  }
}
