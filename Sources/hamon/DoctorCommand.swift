import ArgumentParser

/// `hamon doctor`.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(commandName: "doctor", abstract: "To be written.")

  func run() async throws {}
}
