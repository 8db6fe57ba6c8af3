import ObjectFiles

/// A function with its part of a difference.
package struct Culprit: Codable, Equatable, Sendable {
  /// Its name in its module.
  package private(set) var function: String
  /// Its module; empty if the symbol has none.
  package private(set) var module: String
  /// Whether a person has written it; others are listed only if no written function has called them.
  package let isWritten: Bool
  /// The additional cost of an operation at the head.
  package let difference: Double
  /// The share of the whole difference; more than 1 if others got better.
  package let share: Double
  package let base: Double
  package let head: Double
  /// How often an operation calls it at the base, without its own calls of itself.
  package let baseCalls: Double
  /// How often at the head.
  package let headCalls: Double
  /// The written function that calls it most.
  package private(set) var caller: String?
  /// Whether it is inlined into its caller, whose costs these are.
  package private(set) var isInlined = false
  /// The functions of the runtime or of others that it calls and that most of the difference is spent in.
  package let helpers: [String]
  /// Other facts: that something is inlined into it now, or was renamed.
  package var notes: [String]
  /// The source line of the difference, if the program has debug information.
  package var line: SourceLine?

  /// Names the inlined function instead, which has most of the difference.
  mutating func becomeInlined(_ name: FunctionName) {
    caller = function
    (function, module, isInlined) = (name.text, name.module, true)
    // The caller is now named as the place of that inlining.
    notes.removeAll { $0 == Self.inlinedNote(of: name) }
  }

  /// That a function is inlined into the culprit.
  static func inlinedNote(of name: FunctionName) -> String {
    "`\(name.text)` is inlined into it now"
  }
}

/// A line of a source file.
package struct SourceLine: Codable, Equatable, Hashable, Sendable {
  /// The path of the file, as in the debug information.
  package let file: String
  package let line: Int
  /// The inlined function that contains the line; `nil` if it is in the measured function itself.
  package let inlined: String?
  /// The share of the culprit's difference that is at the line.
  package let share: Double
  /// Whether it is a line of the base, because the head has no such line.
  package let isOfBase: Bool

  /// The name of the file and the line, such as `Parser.swift:88`.
  package var place: String { "\(file.split(separator: "/").last ?? "???"):\(line)" }
}

/// A difference of one metric of a row, with the functions that cause it.
package struct CostDifference: Codable, Equatable, Sendable {
  package let metric: CostMetric
  /// The count of an operation at the base.
  package let base: Double
  /// The count at the head.
  package let head: Double
  /// The share of the difference whose written functions are known.
  package var attributed: Double
  /// The functions, the largest part first; none if nothing is certain.
  package var culprits: [Culprit]

  package var difference: Double { head - base }
}

/// The functions behind the differences of a row.
package struct RowAttribution: Codable, Equatable, Sendable {
  package var differences: [CostDifference] = []
  /// Why parts are missing.
  package var notes: [String] = []
  /// The calls with their costs on each side, for a flame graph; none if not requested.
  package var stacks: [DifferentialStack] = []

  package init() {}
}

/// A path of calls with the own cost of its last function on each side.
package struct DifferentialStack: Codable, Equatable, Sendable {
  /// The functions, from the outermost.
  package let frames: [String]
  /// Instructions an operation at the base.
  package let base: Double
  /// Those at the head.
  package let head: Double
}
