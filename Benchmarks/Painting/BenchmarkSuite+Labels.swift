import BenchmarkHarness
import NativeViews
import NativeViewsCairo

/// The error where the libraries are missing.
struct NoLibraries: Error {}

extension BenchmarkSuite {
  /// All labels, one that has another text each time, and none; beside them the calls by hand.
  mutating func addPainting(labels count: Int) {
    addAll(count)
    addOne(count)
    addNothing(count)
  }

  private mutating func addAll(_ count: Int) {
    add(
      Benchmark(
        "paint",
        parameters: ["labels": count],
        floors: ["paint-by-hand"],
        bars: [Bar("all labels", against: "paint-by-hand", atMost: 1.6)]
      ) {
        let scene = try LabelScene(labels: count)
        let before = scene.backend.counts.views
        return BenchmarkBody(
          run: { iterations in
            MainActor.assumeIsolated {
              for _ in 0..<iterations {
                // As large as the image, so that all is painted.
                let color = scene.tree.root.backgroundColor
                scene.tree.root.backgroundColor = color == .white ? .lightGray : .white
                scene.tree.flush()
              }
            }
          },
          verify: { iterations in
            try MainActor.assumeIsolated {
              // The root has a background, each label a text.
              try VerificationError.check(
                "painted views",
                found: scene.backend.counts.views - before,
                expected: iterations * (count + 1)
              )
            }
          }
        )
      }
    )
    add(
      Benchmark("paint-by-hand", parameters: ["labels": count], kind: .floor) {
        guard let hand = HandPainted(labels: count) else { throw NoLibraries() }
        let scene = try LabelScene(labels: count)
        return BenchmarkBody(
          run: { iterations in
            for _ in 0..<iterations {
              hand.clearAll()
              for index in 0..<count { hand.show(index) }
            }
          },
          verify: { _ in
            try MainActor.assumeIsolated {
              try VerificationError.check(
                "the views' picture",
                found: hand.pixels == scene.backend.pixels.argb ? 1 : 0,
                expected: 1
              )
            }
          }
        )
      }
    )
  }

  private mutating func addOne(_ count: Int) {
    add(
      Benchmark(
        "paint-one",
        parameters: ["labels": count],
        floors: ["paint-one-by-hand"],
        bars: [
          Bar("one label", against: "paint-one-by-hand", atMost: 3)
        ]
      ) {
        let scene = try LabelScene(labels: count)
        return Self.changing(scene, count) { scene, index, text in
          scene.labels[index].text.text = AttributedText(string: text)
        }
      }
    )
    add(
      Benchmark("paint-one-by-hand", parameters: ["labels": count], kind: .floor) {
        guard let hand = HandPainted(labels: count) else { throw NoLibraries() }
        hand.clearAll()
        for index in 0..<count { hand.show(index) }
        return BenchmarkBody(
          run: { iterations in
            for iteration in 0..<iterations {
              hand.set(count / 2, texts[iteration % texts.count])
              hand.repaint(count / 2)
            }
          },
          verify: { _ in
            hand.set(count / 2, "Label \(count / 2)")
            hand.repaint(count / 2)
            try MainActor.assumeIsolated {
              try VerificationError.check(
                "the views' picture",
                found: hand.pixels == LabelScene(labels: count).backend.pixels.argb ? 1 : 0,
                expected: 1
              )
            }
          }
        )
      }
    )
    add(
      Benchmark(
        "repaint-one",
        parameters: ["labels": count],
        floors: ["repaint-one-by-hand"],
        bars: [
          Bar("repaint of one label", medianAtMost: .microseconds(10)),
          Bar("repaint by hand", against: "repaint-one-by-hand", atMost: 4),
        ]
      ) {
        let scene = try LabelScene(labels: count)
        return Self.changing(scene, count) { scene, index, _ in
          scene.labels[index].setNeedsDisplay()
        }
      }
    )
    add(
      Benchmark("repaint-one-by-hand", parameters: ["labels": count], kind: .floor) {
        guard let hand = HandPainted(labels: count) else { throw NoLibraries() }
        let picture = hand.pixels
        return BenchmarkBody(
          run: { iterations in for _ in 0..<iterations { hand.repaint(count / 2) } },
          verify: { _ in
            let changed = zip(picture, hand.pixels).contains { $0 != $1 }
            // Nothing was painted before.
            try VerificationError.check("painted", found: changed ? 1 : 0, expected: 1)
          }
        )
      }
    )
  }

  /// One label that is changed in each iteration; the answer is that it alone was painted.
  @MainActor
  private static func changing(
    _ scene: LabelScene,
    _ count: Int,
    _ change: @escaping @MainActor (LabelScene, Int, String) -> Void
  ) -> BenchmarkBody {
    let before = scene.backend.counts
    return BenchmarkBody(
      run: { iterations in
        MainActor.assumeIsolated {
          for iteration in 0..<iterations {
            change(scene, count / 2, texts[iteration % texts.count])
            scene.tree.flush()
          }
        }
      },
      verify: { iterations in
        try MainActor.assumeIsolated {
          let counts = scene.backend.counts
          try VerificationError.check(
            "painted parts",
            found: counts.paints - before.paints,
            expected: iterations
          )
          // The root's background and the label.
          try VerificationError.check(
            "painted views",
            found: counts.views - before.views,
            expected: 2 * iterations
          )
          try VerificationError.check(
            "the picture of painting everything",
            found: CairoRenderer().pixels(of: scene.tree.root) == scene.backend.pixels ? 1 : 0,
            expected: 1
          )
        }
      }
    )
  }

  private mutating func addNothing(_ count: Int) {
    add(
      Benchmark(
        "paint-nothing",
        parameters: ["labels": count],
        bars: [Bar("nothing is dirty", medianAtMost: .microseconds(1))]
      ) {
        let scene = try LabelScene(labels: count)
        let before = scene.backend.counts
        return BenchmarkBody(
          run: { iterations in
            MainActor.assumeIsolated { for _ in 0..<iterations { scene.tree.flush() } }
          },
          verify: { _ in
            try MainActor.assumeIsolated {
              try VerificationError.check(
                "painted parts",
                found: scene.backend.counts.paints - before.paints,
                expected: 0
              )
            }
          }
        )
      }
    )
  }
}

/// Texts of one width, about.
let texts = (0..<64).map { "Text \($0 + 100)" }
