import ArgumentParser

/// `hamon report`.
struct ReportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "report", abstract: "To be written.")

  func run() async throws {}
}
