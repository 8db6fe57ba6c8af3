package import MemoryAnalysis
import SampleAnalysis

/// The stacks of allocations as text: `outermost;...;innermost BYTES`, a line a stack.
package struct FoldedMemory: Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    case allocated
    /// What lived at the end, leaked or not.
    case live
    case leaked
  }

  /// The lines in order.
  package let lines: [String]

  /// Folds the stacks of all processes.
  package init(_ memory: MemoryProfile, _ kind: Kind) {
    let sums = MemorySums(memory.processes)
    var bytes: [String: Double] = [:]
    for (key, figures) in sums.figures {
      let names = memory.stacks.functions(of: key.stack).reversed()
        .map { FoldedSamples.frame($0.name) }
      let amount =
        switch kind {
        case .allocated: figures.allocated
        case .live: figures.atEnd
        case .leaked: sums.leaked[key] ?? MemoryAmount()
        }
      bytes[names.isEmpty ? "[unknown]" : names.joined(separator: ";"), default: 0] += amount.bytes
    }
    lines = bytes.filter { $0.value >= 0.5 }.sorted { $0.key < $1.key }
      .map { "\($0.key) \(UInt64($0.value.rounded()))" }
  }
}
