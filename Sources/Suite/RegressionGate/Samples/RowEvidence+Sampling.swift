import Foundation
import ProcessLaunching

extension RowEvidence {
  /// Samples where the time of a row went that changed more than its counts explain; a failure becomes a note.
  mutating func sample(
    _ pair: some ServingPair,
    sampleSeconds: Double,
    _ options: GateOptions
  ) async {
    guard options.samplesStacks, failure == nil,
      RowJudgement(self, limits: options.limits).isSlowerThanCounted
    else { return }
    // One run to warm up, then at least one per turn.
    let runs = StackSampling.pairs * 2 * (1 + StackSampling.turns)
    let budget = CommandComparison.budget * options.rowSeconds
    guard !pair.isCommand || Double(runs) * sampleSeconds <= budget else {
      notes.append("not sampled: \(runs) runs would take too long (see --row-seconds)")
      return
    }
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "hamon-stacks-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: directory) }
    do {
      sampled = try await StackSampling(directory: directory).difference(
        of: pair,
        sampleSeconds: sampleSeconds,
        isConcurrent: isConcurrent
      )
    } catch {
      notes.append("not sampled: \(error)")
    }
  }
}
