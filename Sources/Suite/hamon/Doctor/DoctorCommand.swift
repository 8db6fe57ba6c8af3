import ArgumentParser
import ReportRendering

/// `hamon doctor`.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Shows what the suite finds on this machine, and what is missing.",
    discussion: """
      Shows the version of each requirement, or what its absence costs and how to install it. Only \
      MISSING in capitals keeps bench, record or report from working.

      EXAMPLES
        hamon doctor
        hamon doctor | grep -A2 -i missing

      EXIT STATUS
        0 if bench, record and report can work, 1 if not.
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

/// A requirement of the suite, and whether this machine has it.
struct DoctorCheck: Equatable {
  /// Presence, with a fact or a reason.
  enum Finding: Equatable {
    /// It is there; the text is its version or another fact.
    case present(String)
    /// It is not there, or does not work; the text says how so.
    case missing(String)
  }

  let name: String

  let finding: Finding

  /// Whether bench, record and report need it.
  var isNeeded = false

  /// The features that do not work without it.
  let cost: String

  /// The way to get it.
  let remedy: String

  var isPresent: Bool {
    if case .present = finding { return true }
    return false
  }

  /// The line for it, and a second one with cost and remedy if it is missing.
  func lines(nameWidth width: Int) -> [String] {
    let padded = name.padded(to: width)
    switch finding {
    case .present(let fact): return ["ok       \(padded)  \(fact)"]
    case .missing(let fact):
      let indent = String(repeating: " ", count: 9 + width + 2)
      return ["\(isNeeded ? "MISSING" : "missing")  \(padded)  \(fact)"]
        + [cost, remedy].filter { !$0.isEmpty }.map { indent + $0 }
    }
  }
}
