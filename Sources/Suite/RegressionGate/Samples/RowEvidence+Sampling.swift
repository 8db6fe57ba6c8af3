import Foundation
import ProcessLaunching

extension RowEvidence {
  /// Samples both sides of it; why that couldn't be done is a note.
  mutating func sample(_ pair: some ServingPair, sampleSeconds: Double) async {
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
