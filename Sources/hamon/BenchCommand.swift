import ArgumentParser

/// `hamon bench`.
struct BenchCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "bench", abstract: "To be written.")

  func run() async throws {}
}
