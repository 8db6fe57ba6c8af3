import CommandRunning
import Counting
import Foundation
package import ProcessLaunching
import SuiteErrors

/// An executable of one side, linked once for each code offset.
package struct RelinkedProgram: Sendable {
  private static let symbol = "hamon_gate_padding"

  /// The program for each code offset.
  package let programs: [BenchmarkProgram]

  /// Why the code is not shifted; then all programs are the same.
  ///
  /// `nil` if it is shifted, or needn't be.
  package let unshiftedReason: String?

  /// The executable that it was linked from, with debug information, which the programs lack.
  ///
  /// The first program has the same code at the same addresses, unless a calibration shifts it.
  package let executable: BenchmarkProgram
}

extension RelinkedProgram {
  /// Relinks an executable into a directory, which is created, once per code offset: with an unused object of that many bytes in front, a
  /// multiple of 16.
  package init(
    of executable: BenchmarkProgram,
    codeOffsets: [Int],
    directory: String,
    shift: CodeShift? = nil
  ) async {
    let real = URL(filePath: executable.path).resolvingSymlinksInPath().path
    guard let command = LinkCommand(of: real) else {
      self.init(
        unshifted: executable,
        count: codeOffsets.count,
        reason: "its link command was not found beside it; build it with swift build"
      )
      return
    }
    try? FileManager.default.createDirectory(
      atPath: directory,
      withIntermediateDirectories: true
    )
    do throws(SuiteError) {
      var list = command.objectList
      if let shift {
        list = "\(directory)/shifted-objects"
        try await shift.write(list, of: command, directory: directory)
      }
      var programs: [BenchmarkProgram] = []
      for codeOffset in codeOffsets {
        let path = "\(directory)/\(codeOffset)"
        var object: (String, String)?
        if codeOffset > 0 {
          object = ("\(path).o", Self.symbol)
          try await command.assemble(
            codeOffset,
            symbol: Self.symbol,
            to: "\(path).o",
            in: directory
          )
        }
        var arguments = command.arguments(output: path, objectList: list, codeOffset: object)
        for symbol in shift?.symbols ?? [] { arguments += ["-Xlinker", "--undefined=\(symbol)"] }
        try await LinkCommand.run(command.compiler, arguments, in: directory)
        programs.append(executable.at(path))
      }
      ProgramNeighbours.link(of: real, into: directory)
      self.init(programs: programs, unshiftedReason: nil, executable: executable)
    } catch {
      self.init(unshifted: executable, count: codeOffsets.count, reason: error.description)
    }
  }

  /// The unshifted executable, for when the other side couldn't be shifted: relinking one side only would make a difference by itself.
  func unshifted(_ reason: String) -> RelinkedProgram {
    RelinkedProgram(unshifted: executable, count: programs.count, reason: reason)
  }

  /// The executable unchanged; no reason is given if nothing depends on its code's addresses.
  init(unshifted executable: BenchmarkProgram, count: Int, reason: String? = nil) {
    self.init(
      programs: Array(repeating: executable, count: count),
      unshiftedReason: reason,
      executable: executable
    )
  }
}

extension LinkCommand {
  /// Makes an object file with an uncalled function of this many bytes.
  func assemble(
    _ size: Int,
    symbol: String,
    to path: String,
    in directory: String
  ) async throws(SuiteError) {
    let source = """
      .text
      .p2align 4
      .globl \(symbol)
      .type \(symbol), %function
      \(symbol):
      .skip \(size)
      .size \(symbol), \(size)
      .section .note.GNU-stack,"",%progbits

      """
    try WrittenFile.write(source.utf8, to: "\(path).s", orElse: "make room")
    let clang = URL(filePath: compiler).deletingLastPathComponent().appending(path: "clang").path
    try await Self.run(clang, ["-c", "\(path).s", "-o", path], in: directory)
  }

  fileprivate static func run(
    _ program: String,
    _ arguments: [String],
    in directory: String
  ) async throws(SuiteError) {
    let result = try await Command(
      program,
      arguments,
      // The compiler driver leaves a temporary directory behind each time, and it traps if the path to it isn't ASCII.
      environment: directory.utf8.allSatisfy { $0 < 0x80 } ? ["TMPDIR": directory] : [:]
    ).run()
    guard result.isSuccess else {
      // The compiler's last line says only that the linker failed; the linker's earlier lines say why.
      let lines = result.errors.split(separator: "\n")
      let line = lines.first { !$0.contains("warning") && !$0.contains("link command failed") }
      throw SuiteError(
        program,
        String(line ?? lines.first ?? "it failed"),
        remedy: "link the program by hand to see more"
      )
    }
  }
}
