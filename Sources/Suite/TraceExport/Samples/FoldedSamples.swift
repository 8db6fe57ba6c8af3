package import SampleAnalysis

/// The stacks of samples as text: `outermost;...;innermost NANOSECONDS`, a line a stack.
///
/// Source: the input of flamegraph.pl (Brendan Gregg), which speedscope and inferno also read.
package struct FoldedSamples: Sendable {
  package enum Kind: Sendable { case running, waiting }

  /// The lines in order; time without a stack is under `[unknown]`, so none is left out.
  package let lines: [String]

  /// Folds the stacks of all threads.
  package init(_ profile: SampleProfile, _ kind: Kind) {
    let sums = StackSums(profile)
    var times: [String: UInt64] = [:]
    for (stack, time) in kind == .running ? sums.running : sums.waiting {
      let names = profile.stacks.functions(of: stack).reversed().map { Self.frame($0.name) }
      times[names.isEmpty ? "[unknown]" : names.joined(separator: ";"), default: 0] += time
    }
    if kind == .waiting, sums.waitingUnknown > 0 {
      times["[unknown]", default: 0] += sums.waitingUnknown
    }
    lines = times.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
  }

  /// Escapes a name: a semicolon ends a frame and a line break a stack.
  static func frame(_ name: String) -> String {
    String(name.map { $0 == ";" ? "," : $0.isNewline ? " " : $0 })
  }
}
