package import ExactCounts

/// A function with its part of a difference.
package struct Culprit: Codable, Equatable, Sendable {
  /// Its name in its module.
  package private(set) var function: String
  /// Its module; empty where the symbol doesn't tell.
  package private(set) var module: String
  /// Whether a person has written it; what isn't is told only where nothing written has called it.
  package let isWritten: Bool
  /// How much more it costs at the head, an operation.
  package let difference: Double
  /// The share of the whole difference; more than 1 where others got better.
  package let share: Double
  package let base: Double
  package let head: Double
  /// How often an operation calls it at the base; but by itself.
  package let baseCalls: Double
  /// How often at the head.
  package let headCalls: Double
  /// The written function that calls it most.
  package private(set) var caller: String?
  /// Whether it is inlined into its caller, of which these costs are measured.
  package private(set) var isInlined = false
  /// What it calls of the runtime or of others that most of the difference is spent in.
  package let helpers: [String]
  /// What else is known: that something is inlined into it now, or was renamed.
  package var notes: [String]
  /// The source line that the difference is at, where the program has debug information.
  package var line: SourceLine?

  /// Names the function that is inlined instead, which most of the difference is in.
  mutating func becomeInlined(_ name: FunctionName) {
    caller = function
    (function, module, isInlined) = (name.text, name.module, true)
    // Which is told of the function by its caller.
    notes.removeAll { $0 == Self.inlinedNote(of: name) }
  }

  /// That a function is inlined into the culprit.
  static func inlinedNote(of name: FunctionName) -> String {
    "`\(name.text)` is inlined into it now"
  }
}

/// A line of a source file.
package struct SourceLine: Codable, Equatable, Hashable, Sendable {
  /// The path of the file, as the debug information has it.
  package let file: String
  package let line: Int
  /// The function that the line is in, where that is inlined into the function that was measured.
  package let inlined: String?
  /// The share of the culprit's difference that is at the line.
  package let share: Double
  /// Whether it is a line of the base, because the head has none like it.
  package let isOfBase: Bool

  /// The name of the file and the line, such as `Parser.swift:88`.
  package var place: String { "\(file.split(separator: "/").last ?? "???"):\(line)" }
}

/// One metric of a row that differs, with the functions that it differs by.
package struct CostDifference: Codable, Equatable, Sendable {
  package let metric: CostMetric
  /// An operation's at the base, as it was counted.
  package let base: Double
  /// That at the head.
  package let head: Double
  /// The share of the difference whose written functions are known.
  package var attributed: Double
  /// The functions, the largest part first; none where nothing is certain.
  package var culprits: [Culprit]

  package var difference: Double { head - base }
}

/// The functions behind the differences of a row.
package struct RowAttribution: Codable, Equatable, Sendable {
  package var differences: [CostDifference] = []
  /// Why something isn't told.
  package var notes: [String] = []
  /// The calls with what their functions cost on each side, for a flame graph; none where it wasn't asked for.
  package var stacks: [DifferentialStack] = []

  /// Creates an attribution of nothing.
  package init() {}
}

/// A path of calls with what its last function costs itself on each side.
package struct DifferentialStack: Codable, Equatable, Sendable {
  /// The functions, from the outermost.
  package let frames: [String]
  /// Instructions an operation at the base.
  package let base: Double
  /// Those at the head.
  package let head: Double
}
