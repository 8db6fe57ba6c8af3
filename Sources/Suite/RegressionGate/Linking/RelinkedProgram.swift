import CommandRunning
import ExactCounts
import Foundation
import ProcessLaunching
import SuiteErrors

/// An executable of one side, linked once for each code offset.
struct RelinkedProgram: Sendable {
  private static let symbol = "hamon_gate_padding"

  /// The program for each code offset.
  let programs: [BenchmarkProgram]

  /// Why the code is not shifted, where it isn't: then all programs are the same.
  let unshiftedReason: String?

  /// The executable that it was linked from: the same code at the same addresses as in the first of the programs (unless a
  /// calibration shifts it), with its debug information, which those leave out.
  let executable: BenchmarkProgram
}

extension RelinkedProgram {
  /// Links an executable anew in a directory, which is made, with an unused object of so many bytes in front of it, each a
  /// multiple of 16.
  init(
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

  /// The same without shifted code, where the other side couldn't be shifted: a program that is linked anew
  /// on one side only differs from the other by that.
  func unshifted(_ reason: String) -> RelinkedProgram {
    RelinkedProgram(unshifted: executable, count: programs.count, reason: reason)
  }

  /// An executable as it is: with no reason, because nothing depends on where its code lies.
  init(unshifted executable: BenchmarkProgram, count: Int, reason: String? = nil) {
    self.init(
      programs: Array(repeating: executable, count: count),
      unshiftedReason: reason,
      executable: executable
    )
  }
}

extension LinkCommand {
  /// Makes an object file with a function of so many bytes that nobody calls.
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
    try Self.write(source, to: "\(path).s")
    let clang = URL(filePath: compiler).deletingLastPathComponent().appending(path: "clang").path
    try await Self.run(clang, ["-c", "\(path).s", "-o", path], in: directory)
  }

  static func write(_ text: String, to path: String) throws(SuiteError) {
    do {
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    } catch {
      throw SuiteError(
        path,
        "can't be written: \(error.localizedDescription)",
        remedy: "make room"
      )
    }
  }

  fileprivate static func run(
    _ program: String,
    _ arguments: [String],
    in directory: String
  ) async throws(SuiteError) {
    let result = try await Command(
      program,
      arguments,
      // The compiler's driver leaves a temporary directory behind each time; and it traps where the
      // path to that isn't ASCII.
      environment: directory.utf8.allSatisfy { $0 < 0x80 } ? ["TMPDIR": directory] : [:]
    ).run()
    guard result.isSuccess else {
      // That the linker failed is the compiler's last word; why, the linker has said before.
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
