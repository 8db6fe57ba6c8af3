import ArgumentParser

/// `hamon doctor`.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Tells what the suite finds on this machine, and what is missing.",
    discussion: """
      For each thing: its version, or what its absence costs and how to install it. Only what is \
      MISSING in capitals keeps bench, record or report from working.

      EXIT STATUS
        0 if bench, record and report can do their work, 1 if not.
      """
  )

  func run() async throws {
    let checks = await DoctorExamination.run()
    let width = checks.map(\.name.count).max() ?? 0
    for check in checks {
      for line in check.lines(nameWidth: width) { print(line) }
    }
    let missing = checks.filter { $0.isNeeded && !$0.isPresent }.map(\.name)
    guard missing.isEmpty else {
      print("\nNot ready for bench, record and report: \(missing.joined(separator: ", ")).")
      throw ExitCode(1)
    }
    print("\nReady for bench, record and report.")
  }
}
