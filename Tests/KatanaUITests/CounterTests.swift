import Foundation
import Katana
import KatanaUI
import NativeViews
import Plastic
import Testing

// The counter of Katana's README, with elements of the tests' own.

struct CounterState: State {
  var counter: Int = 0
}

struct IncrementCounter: StateUpdater {
  func updateState(_ state: inout CounterState) { state.counter += 1 }
}

struct DecrementCounter: StateUpdater {
  func updateState(_ state: inout CounterState) { state.counter -= 1 }
}

typealias Dependencies = EmptySideEffectDependencyContainer

final class TestLabel: NativeView {
  var text = "" { didSet { if text != oldValue { setNeedsDisplay() } } }
}

final class TestButton: NativeView {
  var title = ""
  var onTap: (@MainActor () -> Void)?
}

struct Label: NodeDescriptionWithoutChildren {
  struct Props: NodeDescriptionProps, Buildable {
    var text = ""
    var frame: CGRect = .zero
    var alpha: CGFloat = 1
    var key: String?
  }
  typealias NativeView = TestLabel
  var props: Props

  static func makeNativeView() -> TestLabel { TestLabel() }

  static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: TestLabel,
    update: @escaping (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.alpha = props.alpha
    view.text = props.text
  }
}

struct Button: NodeDescriptionWithoutChildren {
  struct Props: NodeDescriptionProps, Buildable {
    var title = ""
    var touchHandlers: HandlerTable<TestEvent> = [:]
    var frame: CGRect = .zero
    var alpha: CGFloat = 1
    var key: String?
  }
  enum TestEvent { case touchUpInside, touchDown }
  typealias NativeView = TestButton
  var props: Props

  static func makeNativeView() -> TestButton { TestButton() }

  static func shouldUpdate(
    currentProps: Props,
    nextProps: Props,
    currentState: EmptyState,
    nextState: EmptyState
  ) -> Bool {
    currentProps.title != nextProps.title || currentProps.frame != nextProps.frame
      || !currentProps.touchHandlers.handlesSameEvents(as: nextProps.touchHandlers)
  }

  static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: TestButton,
    update: @escaping (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.title = props.title
    view.onTap = { [weak node] in
      node?.latestProps(of: Button.self)?.touchHandlers[.touchUpInside]?()
    }
  }
}

struct CounterScreenProps: NodeDescriptionProps {
  var count: Int = 0
  var frame: CGRect = .zero
  var alpha: CGFloat = 1.0
  var key: String?
}

struct CounterScreen: ConnectedNodeDescription, PlasticNodeDescription, PlasticReferenceSizeable {
  typealias StateType = EmptyState
  typealias PropsType = CounterScreenProps

  enum Keys: String {
    case label, decrementButton, incrementButton
  }

  var props: PropsType

  static func childrenDescriptions(
    props: PropsType,
    state: StateType,
    update: @escaping (StateType) -> Void,
    dispatch: @escaping StoreDispatch
  ) -> [any AnyNodeDescription] {
    [
      Label(
        props: .build({ (labelProps) in
          labelProps.key = CounterScreen.Keys.label.rawValue
          labelProps.text = "Count: \(props.count)"
        })
      ),
      Button(
        props: .build({ (buttonProps) in
          buttonProps.key = CounterScreen.Keys.decrementButton.rawValue
          buttonProps.title = "Decrement"
          buttonProps.touchHandlers = [
            .touchUpInside: {
              dispatch(DecrementCounter())
            }
          ]
        })
      ),
      Button(
        props: .build({ (buttonProps) in
          buttonProps.setKey(Keys.incrementButton)
          buttonProps.title = "Increment"
          buttonProps.touchHandlers = [
            .touchUpInside: {
              dispatch(IncrementCounter())
            }
          ]
        })
      ),
    ]
  }

  static func connect(props: inout PropsType, to storeState: CounterState) {
    props.count = storeState.counter
  }

  static let referenceSize = CGSize(width: 640, height: 960)

  static func layout(
    views: ViewsContainer<CounterScreen.Keys>,
    props: PropsType,
    state: StateType
  ) {
    let nativeView = views.nativeView

    // swift-format-ignore: NeverForceUnwrap
    let label = views[.label]!
    // swift-format-ignore: NeverForceUnwrap
    let decrementButton = views[.decrementButton]!
    // swift-format-ignore: NeverForceUnwrap
    let incrementButton = views[.incrementButton]!
    label.asHeader(nativeView)
    [label, decrementButton].fill(top: nativeView.top, bottom: nativeView.bottom)
    incrementButton.top = decrementButton.top
    incrementButton.bottom = decrementButton.bottom
    [decrementButton, incrementButton].fill(left: nativeView.left, right: nativeView.right)
  }
}

@MainActor
struct `the counter of the README` {
  let tree = ViewTree(size: CGSize(width: 375, height: 667))
  let store = Store<CounterState, Dependencies>()

  func makeRenderer() -> Renderer {
    let counterScreen = CounterScreen(props: CounterScreenProps(frame: tree.root.bounds))
    let renderer = Renderer(rootDescription: counterScreen, store: store)
    renderer.render(in: tree.root)
    tree.flush()
    return renderer
  }

  @Test func `is laid out to its last pixel, or as by the original`() throws {
    let renderer = makeRenderer()
    let views = try #require(renderer.rootNode.nativeView?.children)
    #expect(
      views.map(\.frame) == [
        CGRect(x: 0, y: 0, width: 375, height: 334),
        CGRect(x: 0, y: 334, width: 188, height: 333),
        CGRect(x: 188, y: 334, width: 187, height: 333),
      ]
    )
    renderer.layoutRounding = .components
    #expect(
      views.map(\.frame) == [
        CGRect(x: 0, y: 0, width: 375, height: 334),
        CGRect(x: 0, y: 334, width: 188, height: 334),
        CGRect(x: 188, y: 334, width: 188, height: 334),
      ]
    )
    #expect(views.map(\.key) == ["label", "decrementButton", "incrementButton"])
  }

  @Test func `counts what is tapped, in the next frame`() throws {
    let renderer = makeRenderer()
    let views = try #require(renderer.rootNode.nativeView?.children)
    let label = try #require(views[0] as? TestLabel)
    let button = try #require(views[2] as? TestButton)
    #expect(label.text == "Count: 0")
    button.onTap?()
    button.onTap?()
    #expect(label.text == "Count: 0")
    let before = renderer.counts
    tree.flush()
    #expect(label.text == "Count: 2")
    #expect(renderer.counts.connected == before.connected + 1)
    #expect(renderer.counts.updated == before.updated + 2)
  }
}
