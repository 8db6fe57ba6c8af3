import ArgumentParser

/// `hamon record`.
struct RecordCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "record", abstract: "To be written.")

  func run() async throws {}
}
