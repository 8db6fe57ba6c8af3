import Foundation
import Testing

@testable import NativeViews

/// Notes which environments it is told of, and in which it is laid out and drawn.
@MainActor
private final class ReadingView: NativeView {
  var told: [ViewEnvironment.ColorScheme] = []
  var laidOut = 0
  var onChange: () -> Void = {}

  override func environmentDidChange() {
    told.append(environment.colorScheme)
    onChange()
  }
  override func layoutSubviews() { laidOut += 1 }
  override func draw(into list: inout DisplayList) {
    list.fill(bounds, with: environment.backgroundColor)
  }
}

@MainActor @Suite
struct `Environments` {
  private let tree = ViewTree(size: CGSize(width: 100, height: 100))
  private let view = ReadingView()

  init() { view.frame = CGRect(x: 0, y: 0, width: 10, height: 10) }

  @Test
  func `a tree has the fixed environment until one is set, and views hear of each change once`() {
    tree.root.append(view)
    tree.flush()
    #expect(view.environment == .fixed && view.told.isEmpty)
    let laidOut = view.laidOut
    tree.environment.colorScheme = .dark
    tree.environment.colorScheme = .dark
    #expect(view.told == [.dark])
    tree.flush()
    #expect(view.laidOut == laidOut + 1)
    #expect(view.displayList() == drawnList(.dark, in: view.bounds))
    tree.environment.isContrastHigh = true
    #expect(view.told == [.dark, .dark])
  }

  @Test
  func `a view that enters another environment than it knew hears of it`() {
    let dark = ViewTree(size: CGSize(width: 100, height: 100))
    dark.environment.colorScheme = .dark
    dark.root.append(view)
    #expect(view.told == [.dark])
    view.removeFromParent()
    dark.root.append(view)
    #expect(view.told == [.dark], "it is the one that it knew")
    view.removeFromParent()
    dark.environment.colorScheme = .light
    dark.root.append(view)
    #expect(view.told == [.dark, .light])
    dark.environment.colorScheme = .dark
    tree.root.append(view)
    #expect(view.told == [.dark, .light, .dark, .light])
    // Never laid out, and so of no display yet.
    let leaf = ReadingView()
    tree.root.append(leaf)
    #expect(leaf.told.isEmpty)
    dark.root.append(leaf)
    #expect(leaf.told == [.dark])
  }

  @Test
  func `views have the pixels of their display, also fractions and other ones`() {
    let backend = HeadlessBackend(displayScale: 1.25)
    let tree = ViewTree(size: CGSize(width: 100, height: 100), backend: backend)
    tree.root.append(view)
    tree.flush()
    #expect(view.displayScale == 1.25 && view.edge(at: 1) == 0.8 && view.edge(at: 1.3) == 1.6)
    let laidOut = view.laidOut
    backend.displayScale = 1.5
    #expect(view.displayScale == 1.5)
    tree.flush()
    #expect(view.laidOut == laidOut + 1 && view.told.isEmpty)
  }

  @Test
  func `a view may change the tree when the environment changes`() {
    let child = ReadingView()
    view.append(child)
    view.onChange = { [view] in
      view.removeAllChildren()
      view.append(ReadingView())
    }
    tree.root.append(view)
    tree.environment.fontSize = 20
    #expect(child.told.isEmpty && view.firstChild !== child)
    #expect((view.firstChild as? ReadingView)?.told == [.light])
  }

  @Test
  func `without motion what is animated is at its end, and completes in the next frame`() {
    tree.root.append(view)
    tree.flush()
    tree.environment.isMotionReduced = true
    var outcomes: [AnimationOutcome] = []
    tree.animate(.spring(duration: .seconds(9), dampingRatio: 0.5)) {
      view.frame.origin.x = 50
    } completion: {
      outcomes.append($0)
    }
    #expect(view.presented.frame.minX == 50 && outcomes.isEmpty && !tree.isAnimating)
    tree.flush()
    #expect(outcomes == [.finished])
  }

  @Test
  func `colours differ by scheme and have more contrast where that is wanted`() {
    func luminance(_ color: Color) -> Float { color.red + color.green + color.blue }
    for isHigh in [false, true] {
      let light = ViewEnvironment(colorScheme: .light, isContrastHigh: isHigh)
      let dark = ViewEnvironment(colorScheme: .dark, isContrastHigh: isHigh)
      #expect(luminance(light.textColor) < luminance(light.backgroundColor))
      #expect(luminance(dark.textColor) > luminance(dark.backgroundColor))
    }
    for scheme in ViewEnvironment.ColorScheme.allCases {
      let plain = ViewEnvironment(colorScheme: scheme)
      let high = ViewEnvironment(colorScheme: scheme, isContrastHigh: true)
      func contrast(_ environment: ViewEnvironment) -> Float {
        abs(luminance(environment.secondaryTextColor) - luminance(environment.backgroundColor))
      }
      #expect(contrast(high) > contrast(plain))
    }
    let serif = ViewEnvironment(fontFamily: "Serif", fontSize: 12)
    #expect(serif.font(2, weight: .bold) == Font(family: "Serif", size: 24, weight: .bold))
  }
}

private func drawnList(
  _ scheme: ViewEnvironment.ColorScheme,
  in bounds: CGRect
) -> DisplayList {
  var list = DisplayList()
  list.fill(bounds, with: ViewEnvironment(colorScheme: scheme).backgroundColor)
  return list
}
