import BenchmarkHarness
import Foundation
import KatanaElements
import KatanaLegacy

let counterSize = CGSize(width: 320, height: 480)
/// On the button that counts up.
let upPlace = CGPoint(x: 240, y: 360)

extension BenchmarkSuite {
  /// A click on the button, and all until the commit: hit testing, dispatch, updater, frame.
  mutating func addCounter() {
    add(
      Benchmark(
        "counter-click",
        floors: ["counter-by-hand"],
        bars: [
          Bar("half of the clicks", medianAtMost: .microseconds(20)),
          Bar("99 % of the clicks", percentile: 0.99, atMost: .microseconds(100)),
        ],
        // A click, for a percentile of single ones.
        sampleDuration: .microseconds(8)
      ) {
        let store = Store<CounterState>()
        let stage = ApplicationStage(size: counterSize) { bounds in
          Renderer(
            rootDescription: CounterScreen(props: CounterScreenProps(frame: bounds)),
            store: store.base
          )
        }
        return countingBody(stage) { stage.tree.label("Count: \($0)").exists }
      }
    )
  }

  /// The same click on views that are written by hand.
  mutating func addCounterByHand() {
    add(
      Benchmark("counter-by-hand", kind: .peer) {
        let stage = ApplicationStage(size: counterSize)
        let label = HandWrittenLabel.withButton(in: stage.tree)
        return countingBody(stage) { label.text == "Count: \($0)" }
      }
    )
  }
}

/// Clicks; the label's patch reaches the backend each time, and none of the button.
///
/// That one was dark in between, but no frame has seen it.
@MainActor
private func countingBody(
  _ stage: ApplicationStage,
  _ shows: @escaping (Int) -> Bool
) -> BenchmarkBody {
  // The first gives the button the focus, which is a patch of its own.
  stage.click(at: upPlace)
  let before = stage.patched
  return BenchmarkBody(
    run: { iterations in for _ in 0..<iterations { stage.click(at: upPlace) } },
    verify: { iterations in
      try VerificationError.check(
        "patches",
        found: stage.patched - before,
        expected: iterations
      )
      let isSeen = shows(iterations + 1)
      try VerificationError.check("the number is seen", found: isSeen, expected: true)
    }
  )
}

/// A text in the middle of a coloured box.
final class HandWrittenLabel: NativeView {
  /// The label in a tree, with a button that counts.
  static func withButton(in tree: ViewTree) -> HandWrittenLabel {
    let (label, button) = (HandWrittenLabel(), HandWrittenButton())
    label.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
    button.frame = CGRect(x: 160, y: 240, width: 160, height: 240)
    for view in [label, button] { tree.root.append(view) }
    var count = 0
    button.onTap = { [unowned label] in
      count += 1
      label.text = "Count: \(count)"
    }
    tree.flush()
    return label
  }

  var text = "Count: 0" {
    didSet { setNeedsDisplay() }
  }

  override init() {
    super.init()
    backgroundColor = .mediumAquamarine
    clipsToBounds = true
  }

  override var accessibility: Accessibility { Accessibility(role: .label, label: text) }

  override func draw(into list: inout DisplayList) {
    list.draw(TextBlock(AttributedText(string: text), alignment: .center), in: bounds)
  }
}

/// A box that is darker while it is touched.
private final class HandWrittenButton: NativeView {
  var onTap: () -> Void = {}
  private var isDark = false {
    didSet { if isDark != oldValue { displayDidToggle() } }
  }

  override init() {
    super.init()
    backgroundColor = .japaneseIndigo
  }

  override var handlesTouches: Bool { true }
  override func touchBegan(_ touch: Touch) { isDark = true }
  override func touchCancelled(_ touch: Touch) { isDark = false }

  override func touchEnded(_ touch: Touch) {
    isDark = false
    if touch.isInside { onTap() }
  }

  override var accessibility: Accessibility { Accessibility(role: .button, label: "Increment") }

  override func draw(into list: inout DisplayList) {
    if isDark { list.fill(bounds, with: .black.withAlpha(0.3)) }
  }
}
