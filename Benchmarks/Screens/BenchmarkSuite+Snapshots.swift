import BenchmarkHarness
import Foundation
import NativeViews
import TempuraTesting

/// The error where the libraries are missing.
struct NoLibraries: Error {}

/// A screen, and 48 of them.
let screens: [Int: SnapshotMatrix] = [
  1: SnapshotMatrix(sizes: [CGSize(width: 375, height: 667)], scales: [2]),
  48: SnapshotMatrix(
    sizes: [(320, 568), (375, 667), (414, 896), (768, 1024)].map {
      CGSize(width: $0.0, height: $0.1)
    },
    locales: ["en", "de", "fr"],
    scales: [1, 2],
    appearances: [.light, .dark]
  ),
]

extension BenchmarkSuite {
  /// Screens that are made, painted and compared with references that are the same; beside them the same pictures by hand.
  mutating func addSnapshots() {
    addSnapshots(1, bars: [Bar("a screen", medianAtMost: .milliseconds(5))])
    addSnapshots(48, bars: [Bar("a matrix", against: "snapshots-by-hand", atMost: 1.3)])
  }

  private mutating func addSnapshots(_ count: Int, bars: [Bar]) {
    guard let matrix = screens[count] else { return }
    add(
      Benchmark(
        "snapshots",
        parameters: ["pictures": count],
        floors: ["snapshots-by-hand", "snapshots-by-hand-kept"],
        bars: bars
      ) {
        let folder = FileManager.default.temporaryDirectory.appending(path: "screens-\(UUID())")
          .path
        let run = { @MainActor (recording: SnapshotRecording) in
          // As in a new process, in which no name is used and no text was seen.
          Snapshots.forgetTexts()
          let snapshots = Snapshots(
            folder: "\(folder)/references",
            gallery: SnapshotGallery(folder: "\(folder)/results"),
            names: SnapshotNames()
          )
          snapshots.recording = recording
          return try snapshots.verify(in: matrix, named: "list") { ListContents($0).makeView() }
        }
        _ = try run(.all)
        return BenchmarkBody(
          state: 0,
          run: { equal, iterations in
            equal += MainActor.assumeIsolated {
              var equal = 0
              for _ in 0..<iterations {
                guard let results = try? run(.none) else { continue }
                for result in results { if case .equal = result.outcome { equal += 1 } }
              }
              return equal
            }
          },
          verify: { equal, iterations in
            try VerificationError.check("equal", found: equal, expected: iterations * count)
          },
          tearDown: { _ in try? FileManager.default.removeItem(atPath: folder) }
        )
      }
    )
    addByHand("snapshots-by-hand", matrix, count, keepingLayouts: false)
    addByHand("snapshots-by-hand-kept", matrix, count, keepingLayouts: true)
  }

  /// The same pictures without views.
  private mutating func addByHand(
    _ name: String,
    _ matrix: SnapshotMatrix,
    _ count: Int,
    keepingLayouts keepsLayouts: Bool
  ) {
    add(
      Benchmark(name, parameters: ["pictures": count], kind: .floor) {
        guard let hand = HandPaintedList(keepingLayouts: keepsLayouts) else { throw NoLibraries() }
        let environments = matrix.environments
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              hand.forgetTexts()
              for environment in environments { hand.paint(environment) }
            }
          },
          verify: { _ in
            for environment in environments {
              let painted = try MainActor.assumeIsolated { try pixels(environment) }
              try VerificationError.check(
                "the views' picture",
                found: hand.paint(environment)?.pixels == painted ? 1 : 0,
                expected: 1
              )
            }
          }
        )
      }
    )
  }
}
