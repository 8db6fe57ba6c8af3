import ArgumentParser

/// The tool: measures, records, reports.
@main
struct Hamon: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "hamon",
    abstract: "Benchmarks, traces and profiles Swift programs on Linux.",
    subcommands: [
      BenchCommand.self, RecordCommand.self, ReportCommand.self, DoctorCommand.self,
    ]
  )
}
