import ProcessLaunching
import RegressionGate

/// The benchmarks of a gate as they are built.
struct GateBuilds {
  private let names: [String]
  private var programs: [String: [GateSide: BenchmarkProgram]] = [:]
  private var failures: [String: String] = [:]

  /// Begins with benchmarks of which none is built.
  init(_ names: [String]) {
    self.names = names
  }

  mutating func add(_ program: BenchmarkProgram, of name: String, _ side: GateSide) {
    programs[name, default: [:]][side] = program
  }

  mutating func fail(_ name: String, _ reason: String) {
    failures[name] = reason
  }

  func hasFailed(_ name: String) -> Bool { failures[name] != nil }

  /// What is compared; benchmarks that fail for the same reason, as for an error in what they share, are one.
  var subjects: [GateSubject] {
    var told: Set<String> = []
    return names.compactMap { name in
      guard let reason = failures[name] else {
        return GateSubject(
          name: name,
          base: programs[name]?[.base],
          head: programs[name]?[.head]
        )
      }
      guard told.insert(reason).inserted else { return nil }
      let all = names.filter { failures[$0] == reason }
      return GateSubject(name: Self.name(of: all), base: nil, head: nil, failure: reason)
    }
  }

  /// A name for several: `a, b and 3 more`.
  static func name(of names: [String]) -> String {
    guard names.count > 3 else { return names.joined(separator: ", ") }
    return "\(names.prefix(2).joined(separator: ", ")) and \(names.count - 2) more"
  }
}
