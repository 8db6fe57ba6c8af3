import Foundation
import KatanaElements
import SeededRandom
import Testing

/// Random touches of a button that is enabled and disabled meanwhile, against a model of its rules.
@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ButtonModelTests {
  private enum Step: CaseIterable { case down, moveIn, moveOut, up, cancel, enable, disable }

  @Test(arguments: RandomHistories.seeds(20))
  func `events and states are those of the model`(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    let journal = Journal()
    var props = Button.Props()
    props.frame = rect(0, 0, 100, 100)
    props.touchHandlers = [
      .touchDown: { journal.entries.append("down") },
      .touchUpInside: { journal.entries.append("inside") },
      .touchUpOutside: { journal.entries.append("outside") },
      .touchCancel: { journal.entries.append("cancel") },
    ]
    let stage = Stage(Button(props: props))
    let button = try #require(stage.view as? NativeButton)
    // Whether a touch that has begun on the button is down, where it is, and whether the button shows it.
    var (isDown, isInside, isHighlighted, isEnabled) = (false, false, false, true)
    var expected: [String] = []
    for step in 0..<600 {
      let place: CGFloat = isInside ? 50 : 300
      switch Step.allCases.randomElement(using: &random) ?? .down {
      case .down:
        guard !isDown else { continue }
        (isDown, isInside) = (true, true)
        if isEnabled {
          expected.append("down")
          isHighlighted = true
        }
        stage.pointer(.down, 50, 50)
      case .moveIn, .moveOut:
        guard isDown else { continue }
        isInside = Bool.random(using: &random)
        if isEnabled { isHighlighted = isInside }
        stage.pointer(.moved, isInside ? 50 : 300, 50)
      case .up:
        guard isDown else { continue }
        if isEnabled { expected.append(isInside ? "inside" : "outside") }
        (isDown, isHighlighted) = (false, false)
        stage.pointer(.up, place, 50)
      case .cancel:
        guard isDown else { continue }
        if isEnabled { expected.append("cancel") }
        (isDown, isHighlighted) = (false, false)
        stage.pointer(.cancelled, place, 50)
      case .enable, .disable:
        isEnabled = Bool.random(using: &random)
        if !isEnabled { isHighlighted = false }
        props.isEnabled = isEnabled
        stage.show([Button(props: props)])
      }
      #expect(journal.entries == expected, "seed \(seed), step \(step)")
      #expect(
        button.controlState.contains(.highlighted) == isHighlighted,
        "seed \(seed), step \(step)"
      )
      #expect(button.controlState.contains(.disabled) == !isEnabled)
    }
    // One that nobody pressed would tell nothing.
    #expect(Set(expected).count > 1)
  }
}
