import ProcessLaunching
import RegressionGate
import Statistics

/// What a build of one side has made.
struct BuiltPrograms {
  /// Executables by name.
  var paths: [String: String] = [:]
  /// Errors by the name of what doesn't build.
  var errors: [String: String] = [:]
}

/// The benchmarks of a gate as they are built.
struct GateBuilds {
  private let names: [String]
  private var programs: [String: [Side: BenchmarkProgram]] = [:]
  private var failures: [String: String] = [:]

  /// Starts with no benchmark built.
  init(_ names: [String]) {
    self.names = names
  }

  /// Adds the programs of a side, which run in its directory.
  mutating func add(_ built: BuiltPrograms, of side: SideSources, failure: String = "") {
    for (name, path) in built.paths {
      programs[name, default: [:]][side.side] = BenchmarkProgram(path, in: side.root)
    }
    for (name, error) in built.errors {
      failures[name] = "\(side.side.rawValue): \(failure): \(error)"
    }
  }

  func hasFailed(_ name: String) -> Bool { failures[name] != nil }

  /// The subjects to compare; benchmarks that fail for the same reason, such as an error in shared code, are one.
  var subjects: [GateSubject] {
    var told: Set<String> = []
    return names.compactMap { name in
      guard let reason = failures[name] else {
        return GateSubject(name: name, programs: Sides { programs[name]?[$0] })
      }
      guard told.insert(reason).inserted else { return nil }
      let all = names.filter { failures[$0] == reason }
      let none = Sides<BenchmarkProgram?> { _ in nil }
      return GateSubject(name: Self.name(of: all), programs: none, failure: reason)
    }
  }

  /// A name for several: `a, b and 3 more`.
  static func name(of names: [String]) -> String {
    guard names.count > 3 else { return names.joined(separator: ", ") }
    return "\(names.prefix(2).joined(separator: ", ")) and \(names.count - 2) more"
  }
}
