import ArgumentParser
import BenchmarkReport
import Glibc

/// `hamon bench`: runs benchmark executables one after the other and reports them together.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bench",
    abstract: "Runs benchmarks and compares their rows with their floors.",
    discussion: """
      Without executables it runs those of the package it is called in: for each folder in \
      Benchmarks, the program of that name beside hamon itself.
      """
  )

  @Argument(help: ArgumentHelp("Benchmark executables.", valueName: "executable"))
  var executables: [String] = []

  @Option(
    help: ArgumentHelp(
      "Only the rows that match; it may match any part of a row's name.",
      valueName: "regex"
    )
  )
  var filter: String?

  @Flag(help: "Fewer rounds and samples: a first look, no more.")
  var quick = false

  @Option(help: ArgumentHelp("Write the results of all suites to this file.", valueName: "file"))
  var json: String?

  @Option(
    name: .customLong("export"),
    help: ArgumentHelp(
      "Write the results in a form to a file; may be repeated (see hamon results --help).",
      valueName: "form=file"
    )
  )
  var exports: [ResultExport] = []

  @Flag(
    help: "Also count instructions, allocations, retains and releases of each row, with valgrind."
  )
  var counts = false

  func run() async throws {
    do throws(BenchError) {
      let isComplete = try await BenchRun(
        executables: executables,
        filter: filter,
        isQuick: quick,
        jsonPath: json,
        exports: exports,
        countsRows: counts
      ).run()
      if isComplete { return }
    } catch {
      StandardError.error("\(error)")
    }
    throw ExitCode.failure
  }
}
