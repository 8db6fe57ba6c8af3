import CommandRunning
import Foundation
package import ProcessLaunching

/// A copy of a program with its code at other addresses, under its own name, next to links to all its neighbours.
///
/// Where the linker puts a loop can change its time by tens of percent (docs/gate.md, G2), the same in each start of the program.
package struct MovedProgram: Sendable {
  /// The moved program; it runs where the original does.
  package let program: BenchmarkProgram

  /// Relinks a program; `nil` if that fails or the link command is unknown, as for programs that SwiftPM hasn't built.
  ///
  /// - Parameters:
  ///   - executable: The program.
  ///   - bytes: The distance to move its code; a multiple of 16.
  ///   - directory: The directory for it, which is created; the caller removes it.
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
      // Traces and messages identify programs by their names.
      try FileManager.default.moveItem(atPath: linked.programs[0].path, toPath: place)
    } catch {
      return nil
    }
    ProgramNeighbours.link(of: original.path, into: directory, which: { _ in true })
    program = executable.at(place)
  }
}
