import Foundation
import KatanaElements
import KatanaUI
import NativeViews
import Plastic
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ButtonTests {
  private let journal = Journal()

  private func props(_ change: (inout Button.Props) -> Void = { _ in }) -> Button.Props {
    var props = Button.Props()
    props.frame = rect(100, 100, 200, 60)
    props.titles[.normal] = "Save"
    let journal = journal
    props.touchHandlers = [
      .touchDown: { journal.entries.append("down") },
      .touchUpInside: { journal.entries.append("inside") },
      [.touchUpOutside, .touchCancel]: { journal.entries.append("gone") },
      [.touchDown, .touchUpInside]: { journal.entries.append("both") },
    ]
    change(&props)
    return props
  }

  @Test func `a tap calls each handler whose key contains the event, in their order`() throws {
    let stage = Stage(Button(props: props()))
    try stage.tree.button("Save").tap()
    #expect(journal.entries == ["down", "both", "inside", "both"])
  }

  @Test func `a button is updated for each of its props but the handlers`() throws {
    var props = props()
    let stage = Stage(Button(props: props))
    func expectUpdate(_ change: (inout Button.Props) -> Void) {
      let before = stage.renderer.counts.updated
      change(&props)
      stage.show([Button(props: props)])
      // The screen is updated each time as well.
      #expect(stage.renderer.counts.updated == before + 2, "\(props)")
    }
    let image = try BitmapImage(png: Self.onePixel)
    let insets = EdgeInsets(top: .fixed(1), left: .fixed(1), bottom: .fixed(1), right: .fixed(1))
    expectUpdate { $0.frame.origin.x = 1 }
    expectUpdate { $0.alpha = 0.5 }
    expectUpdate { $0.backgroundColor = .red }
    expectUpdate { $0.cornerRadius = 2 }
    expectUpdate { $0.borderWidth = 2 }
    expectUpdate { $0.borderColor = .red }
    expectUpdate { $0.clipsToBounds.toggle() }
    expectUpdate { $0.isEnabled.toggle() }
    expectUpdate { $0.isSelected.toggle() }
    expectUpdate { $0.contentEdgeInsets = insets }
    expectUpdate { $0.contentHorizontalAlignment = .left }
    expectUpdate { $0.contentVerticalAlignment = .top }
    expectUpdate { $0.titleEdgeInsets = insets }
    expectUpdate { $0.imageEdgeInsets = insets }
    expectUpdate { $0.adjustsImageWhenHighlighted.toggle() }
    expectUpdate { $0.adjustsImageWhenDisabled.toggle() }
    expectUpdate { $0.showsTouchWhenHighlighted.toggle() }
    expectUpdate { $0.titles[.selected] = "Saved" }
    expectUpdate { $0.titleColors[.selected] = .red }
    expectUpdate { $0.titleShadowColors[.selected] = .red }
    expectUpdate { $0.titleShadowOffset.width = 3 }
    expectUpdate { $0.titleFont = .system(.fixed(3)) }
    expectUpdate { $0.images[.selected] = image }
    expectUpdate { $0.scalesImages.toggle() }
    expectUpdate { $0.backgroundImages[.selected] = image }
    expectUpdate { $0.attributedTitles[.selected] = "Kept" }
    expectUpdate { $0.hitTestInsets.top = 3 }
    expectUpdate { $0.accessibilityLabel = "Keep" }
    // Of another event. Its key is another node's, and the handlers of the same events aren't seen.
    expectUpdate { $0.touchHandlers[.touchCancel] = Handler {} }
    #expect(Mirror(reflecting: props).children.count == 30, "a new one belongs here")
  }

  private static var onePixel: Data {
    let signature: [UInt8] = [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]
    let header: [UInt8] = [0, 0, 0, 13] + Array("IHDR".utf8) + [0, 0, 0, 1, 0, 0, 0, 1, 8, 6]
    return Data(signature + header + [UInt8](repeating: 0, count: 7))
  }

  @Test func `a tap between two frames changes nothing of what the button shows`() {
    let backend = HeadlessBackend()
    let stage = Stage(backend: backend, [Button(props: props())])
    // With the focus, which a first tap would bring.
    stage.pointer(.down, 150, 130)
    stage.pointer(.up, 150, 130)
    journal.entries = []
    let before = backend.operations.patched
    for phase in [PointerEvent.Phase.down, .up] {
      stage.tree.handle(.pointer(PointerEvent(phase, at: CGPoint(x: 150, y: 130))))
    }
    stage.tree.flush()
    #expect(journal.entries == ["down", "both", "inside", "both"])
    #expect(backend.operations.patched == before)
    // In frames of their own, both are seen.
    stage.pointer(.down, 150, 130)
    #expect(backend.operations.patched == before + 1)
    stage.pointer(.up, 150, 130)
    #expect(backend.operations.patched == before + 2)
  }

  @Test func `a touch that ends elsewhere, or is taken away, isn't a tap`() {
    let stage = Stage(Button(props: props()))
    stage.pointer(.down, 150, 130)
    stage.pointer(.moved, 500, 500)
    stage.pointer(.up, 500, 500)
    #expect(journal.entries == ["down", "both", "gone"])
    journal.entries = []
    stage.pointer(.down, 150, 130)
    stage.pointer(.cancelled, 150, 130)
    #expect(journal.entries == ["down", "both", "gone"])
  }

  @Test func `keys use a button that has the focus, and the focus is drawn then`() throws {
    let stage = Stage(Button(props: props()))
    let plain = stage.commands(of: stage.view)
    try stage.tree.button("Save").press(.return)
    #expect(journal.entries == ["inside", "both"])
    #expect(stage.commands(of: stage.view).count == plain.count + 1)
    try stage.tree.button("Save").tap()
    #expect(stage.commands(of: stage.view) == plain)
  }

  @Test func `a disabled button takes touches and does nothing`() throws {
    let stage = Stage(
      Button(
        props: props {
          $0.isEnabled = false
          $0.titles[.disabled] = "Saved"
        }
      )
    )
    stage.pointer(.down, 150, 130)
    stage.pointer(.up, 150, 130)
    #expect(journal.entries.isEmpty)
    let button = try #require(stage.view as? NativeButton)
    #expect(button.controlState == .disabled && button.currentTitle?.string == "Saved")
    #expect(!button.effectiveAccessibility.isEnabled)
    #expect(!button.focus())
  }

  @Test func `a button shows what is set for its state, and else what is set for normal`() throws {
    let stage = Stage(
      Button(
        props: props {
          $0.titles[.highlighted] = "Saving"
          $0.titleColors = [.highlighted: .red, .normal: .green]
          $0.attributedTitles[.selected] = "Kept"
        }
      )
    )
    let button = try #require(stage.view as? NativeButton)
    func title() throws -> TextBlock {
      guard case .text(let block, _) = stage.commands(of: button).first else {
        throw Missing.title
      }
      return block
    }
    #expect(try title().text == "Save" && title().color == .green)
    stage.pointer(.down, 150, 130)
    #expect(try title().text == "Saving" && title().color == .red)
    #expect(button.controlState.contains(.highlighted))
    // A finger that leaves the button highlights it no longer, and again when it comes back.
    stage.pointer(.moved, 600, 130)
    #expect(try title().text == "Save")
    stage.pointer(.moved, 150, 130)
    #expect(try title().text == "Saving")
    stage.pointer(.up, 150, 130)
    #expect(try title().text == "Save")
    stage.show([
      Button(
        props: props {
          $0.isSelected = true
          $0.attributedTitles[.selected] = "Kept"
        }
      )
    ])
    #expect(try title().text == "Kept")
    #expect(button.effectiveAccessibility.isSelected)
    // What was set for a state before is gone.
    #expect(try title().color == .black)
  }

  @Test func `a title without a colour is black or white, as its background demands`() throws {
    for (background, color) in [
      (Color.white, Color.black), (.black, .white), (.clear, .black),
      (Color(hex: 0xd81e5b), .white), (Color(hex: 0x59c9a5), .black),
    ] {
      let stage = Stage(Button(props: props { $0.backgroundColor = background }))
      guard case .text(let block, _) = stage.commands(of: stage.view).first else {
        throw Missing.title
      }
      #expect(block.color == color, "\(background)")
    }
  }

  @Test func `content, image and title insets each move what they are for`() throws {
    let image = try smallImage()
    func places(_ change: (inout Button.Props) -> Void) throws -> (image: CGRect, title: CGRect) {
      var props = props { $0.images[.normal] = image }
      // 4 characters of 0.6 em.
      props.titleFont = TextFont(.systemFont(ofSize: 10))
      change(&props)
      let stage = Stage(Button(props: props))
      let commands = stage.commands(of: stage.view)
      guard case .image(_, let first, _) = commands.first,
        case .text(_, let second) = commands.last
      else { throw Missing.title }
      return (first, second)
    }
    // 2 and 24 points in the middle of 200x60.
    var (image1, title1) = try places { _ in }
    #expect(image1 == rect(87, 29.5, 2, 1) && title1 == rect(89, 24, 24, 12))
    (image1, title1) = try places { $0.contentEdgeInsets = .fixed(0, 40, 20, 0) }
    #expect(image1 == rect(107, 19.5, 2, 1) && title1 == rect(109, 14, 24, 12))
    (image1, title1) = try places { $0.titleEdgeInsets = .scalable(0, 5, 0, 0) }
    #expect(image1 == rect(87, 29.5, 2, 1) && title1 == rect(94, 24, 24, 12))
    (image1, title1) = try places { $0.imageEdgeInsets = .fixed(0, 0, 4, 6) }
    #expect(image1 == rect(84, 27.5, 2, 1) && title1 == rect(89, 24, 24, 12))
    (image1, title1) = try places { $0.scalesImages = true }
    #expect(image1.size == CGSize(width: 4, height: 2))
    (image1, title1) = try places {
      $0.contentHorizontalAlignment = .left
      $0.contentVerticalAlignment = .bottom
    }
    #expect(image1 == rect(0, 59, 2, 1) && title1 == rect(2, 48, 24, 12))
    (image1, title1) = try places {
      $0.contentHorizontalAlignment = .right
      $0.contentVerticalAlignment = .top
      $0.contentEdgeInsets = .fixed(3, 0, 0, 10)
    }
    #expect(image1 == rect(164, 3, 2, 1) && title1 == rect(166, 3, 24, 12))
  }

  @Test func `the mouse over a button calls its handlers and shows what it has for that`() throws {
    let journal = journal
    var props = props()
    props.touchHandlers[.hoverBegan] = Handler { journal.entries.append("over") }
    props.touchHandlers[.hoverEnded] = Handler { journal.entries.append("gone") }
    let stage = Stage(Button(props: props))
    let button = try #require(stage.view as? NativeButton)
    stage.pointer(.moved, 110, 110)
    #expect(button.controlState == .hovered && button.currentTitle?.string == "Save")
    stage.pointer(.moved, 10, 10)
    #expect(journal.entries == ["over", "gone"] && button.controlState == .normal)
    props.titles[.hovered] = "Save it"
    stage.show([Button(props: props)])
    stage.pointer(.moved, 110, 110)
    #expect(button.currentTitle?.string == "Save it")
    props.isEnabled = false
    stage.show([Button(props: props)])
    stage.pointer(.moved, 10, 10)
    #expect(journal.entries == ["over", "gone", "over"], "a disabled one calls nothing")
  }

  @Test func `images are shaded while a button is touched, or can't be used`() throws {
    let image = try smallImage()
    var props = props {
      $0.titles = [:]
      $0.images[.normal] = image
      $0.backgroundImages[.normal] = image
      $0.titleShadowColors[.normal] = .gray
    }
    let stage = Stage(Button(props: props))
    #expect(stage.commands(of: stage.view).count == 2)
    stage.pointer(.down, 150, 130)
    let shades = stage.commands(of: stage.view).filter {
      if case .image(_, _, let tint) = $0 { tint == Color.black.withAlpha(0.3) } else { false }
    }
    #expect(shades.count == 2)
    stage.pointer(.up, 150, 130)
    props.isEnabled = false
    stage.show([Button(props: props)])
    #expect(stage.commands(of: stage.view).count == 4)
    props.adjustsImageWhenDisabled = false
    props.titles[.normal] = "x"
    stage.show([Button(props: props)])
    // Two images, a shadow, a title.
    #expect(stage.commands(of: stage.view).count == 4)
  }

  @Test func `new handlers alone don't update a button, and the newest are called`() throws {
    let journal = journal
    func describe(_ name: String) -> Button {
      Button(
        props: props {
          $0.touchHandlers = [.touchUpInside: { journal.entries.append(name) }]
        }
      )
    }
    let stage = Stage(View(props: .build { $0.frame = rect(0, 0, 600, 600) }) { describe("old") })
    let before = stage.renderer.counts.updated
    let commits = (stage.tree.backend as? HeadlessBackend)?.operations.commits
    stage.show([View(props: .build { $0.frame = rect(0, 0, 600, 600) }) { describe("new") }])
    // The screen and the box, which hands the handlers on.
    #expect(stage.renderer.counts.updated == before + 2)
    #expect((stage.tree.backend as? HeadlessBackend)?.operations.commits == commits)
    try stage.tree.button("Save").tap()
    #expect(journal.entries == ["new"])
  }

  @Test func `a handler that captures equal values keeps even the boxes around it`() {
    let journal = journal
    func describe(_ id: Int) -> View {
      View(props: View.Props()) {
        Button(
          props: props {
            $0.touchHandlers = [:]
            $0.touchHandlers[.touchUpInside] = Handler(id) { journal.entries.append("\(id)") }
          }
        )
      }
    }
    let stage = Stage(describe(1))
    let before = stage.renderer.counts.updated
    stage.show([describe(1)])
    #expect(stage.renderer.counts.updated == before)
    stage.show([describe(2)])
    #expect(stage.renderer.counts.updated == before + 2)
  }

  private enum Missing: Error { case title }
}
