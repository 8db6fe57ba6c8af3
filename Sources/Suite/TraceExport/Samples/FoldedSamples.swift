import Foundation
package import SampleAnalysis
import TaskAnalysis
import TraceAnalysis
import TraceReading

/// The stacks of samples as text: `outermost;...;innermost NANOSECONDS`, a line a stack.
///
/// Source: the input of flamegraph.pl (Brendan Gregg), which speedscope and inferno also read.
package struct FoldedSamples: Sendable {
  package enum Kind: Sendable { case running, waiting }

  /// The lines in order; time without a stack is under `[unknown]`, so none is left out.
  package let lines: [String]

  /// Folds the stacks of all threads.
  ///
  /// - Parameters:
  ///   - profile: The samples.
  ///   - kind: What is folded.
  ///   - tasks: The part of it in which threads ran tasks, by the creator of these, which comes before the outermost function.
  package init(
    _ profile: SampleProfile,
    _ kind: Kind,
    tasks: [(creator: String, sums: StackSums)] = []
  ) {
    var times: [String: UInt64] = [:]
    func add(_ stack: Int32, _ time: UInt64, below creator: String?) {
      guard time > 0 else { return }
      let names = profile.stacks.functions(of: stack).reversed().map(\.name)
      let path = (creator.map { [$0] } ?? []) + (names.isEmpty ? ["[unknown]"] : names)
      times[path.map(Self.frame).joined(separator: ";"), default: 0] += time
    }
    var rest = Self.times(StackSums(profile), kind)
    for (creator, sums) in tasks {
      for (stack, time) in Self.times(sums, kind) {
        let time = min(time, rest[stack] ?? 0)
        rest[stack]? -= time
        add(stack, time, below: creator)
      }
    }
    for (stack, time) in rest { add(stack, time, below: nil) }
    lines = times.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
  }

  /// The time in each stack, -1 for an unknown one.
  private static func times(_ sums: StackSums, _ kind: Kind) -> [Int32: UInt64] {
    guard kind == .waiting else { return sums.running }
    return sums.waiting.merging([-1: sums.waitingUnknown]) { $0 + $1 }
  }

  /// Escapes a name: a semicolon ends a frame and a line break a stack.
  static func frame(_ name: String) -> String {
    String(name.map { $0 == ";" ? "," : $0.isNewline ? " " : $0 })
  }
}

extension FoldedSamples {
  /// Folds the stacks of a trace: below what created the tasks in which threads ran, if tasks were recorded.
  ///
  /// - Complexity: Proportional to the samples, and to the events if tasks were recorded.
  /// - Throws: An error if the tasks can't be read.
  package init(_ samples: ExportedSamples, inTrace directory: String, _ kind: Kind) throws {
    guard FileManager.default.fileExists(atPath: TaskSymbols.path(ofTrace: directory)) else {
      self.init(samples.profile, kind)
      return
    }
    let reader = try TraceReader(path: directory)
    let sampler = TaskSampler(
      samples.profile,
      catalog: reader.catalog,
      clockOffset: samples.clockOffset
    )
    let recorder = TaskRecorder(catalog: reader.catalog, next: nil, observers: [sampler])
    _ = try TraceReport(reading: reader, sink: recorder) { _ in }
    recorder.finish()
    let namer = TaskNamer(recorder, try TaskSymbols(inTrace: directory))
    self.init(samples.profile, kind, tasks: sampler.stacks(namer))
  }
}
