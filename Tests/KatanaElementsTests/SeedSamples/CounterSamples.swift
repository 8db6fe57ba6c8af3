// The UI samples of the README of Katana 0.x and of the CocoaPods page of 0.8.2, which are the same, as programs write
// them now. The counter itself is that of Examples/Counter, whose files are compiled here as well.

import Foundation
import KatanaElements
import KatanaLegacy
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct CounterSamples {
  // "In Katana you declaratively describe a specific piece of UI": the first form of the screen. Changed: `NativeView` for
  // `UIView`.
  struct FirstScreen: NodeDescriptionWithoutChildren {
    typealias StateType = EmptyState
    typealias PropsType = CounterScreenProps
    typealias NativeView = KatanaElements.NativeView

    var props: PropsType

    // "When it's time to render the component, the method `applyPropsToNativeView` is called": unchanged, with the
    // parameters that the README leaves out.
    static func applyPropsToNativeView(
      props: PropsType,
      state: StateType,
      view: NativeView,
      update: @escaping (StateType) -> Void,
      node: AnyNode
    ) {
      view.frame = props.frame
      view.alpha = props.alpha
    }
  }

  @Test func `the first screen of the README shows its frame and opacity`() {
    let tree = ViewTree(size: CGSize(width: 100, height: 100))
    var props = CounterScreenProps()
    (props.frame, props.alpha) = (CGRect(x: 1, y: 2, width: 3, height: 4), 0.5)
    let renderer = Renderer(rootDescription: FirstScreen(props: props), store: nil)
    renderer.render(in: tree.root)
    #expect(tree.root.firstChild?.frame == props.frame)
    #expect(tree.root.firstChild?.alpha == 0.5)
    withExtendedLifetime(renderer) {}
  }

  @Test func `the counter counts what is tapped`() throws {
    let tree = ViewTree(size: CGSize(width: 320, height: 480))
    let view = tree.root

    let store = Store<CounterState>()
    let counterScreen = CounterScreen(props: CounterScreenProps(frame: view.bounds))
    // "Attaching the UI to the Logic". Changed: `store.base` for a store of `KatanaLegacy`; `store` for one of `Katana`.
    let renderer = Renderer(rootDescription: counterScreen, store: store.base)
    renderer.render(in: view)

    #expect(tree.label("Count: 0").exists)
    try tree.button("Increment").tap()
    try tree.button("Increment").tap()
    try tree.button("Decrement").tap()
    #expect(store.state.counter == 1)
    #expect(tree.label("Count: 1").exists)
    #expect(
      tree.root.renderedText() == """
        NativeView (0 0 320 480)
          NativeView (0 0 320 480)
            LabelView label "Count: 1" key "label" (0 0 320 240) untouchable clips background #59C9A5
            NativeButton button "Decrement" key "decrementButton" (0 240 160 240) focused clips \
        background #D81E5B
            NativeButton button "Increment" key "incrementButton" (160 240 160 240) clips background #23395B

        """
    )
    withExtendedLifetime(renderer) {}
  }

  @Test func `a window that gets another size lays the counter out anew`() {
    let tree = ViewTree(size: CGSize(width: 320, height: 480))
    let counterScreen = CounterScreen(props: CounterScreenProps(frame: tree.root.bounds))
    let renderer = Renderer(rootDescription: counterScreen, store: Store<CounterState>().base)
    renderer.render(in: tree.root)
    tree.flush()
    tree.resize(to: CGSize(width: 1024, height: 768))
    tree.flush()
    #expect(
      tree.root.firstChild?.children.map(\.frame) == [
        rect(0, 0, 1024, 384), rect(0, 384, 512, 384), rect(512, 384, 512, 384),
      ]
    )
    withExtendedLifetime(renderer) {}
  }

  // MARK: Gradual Adoption

  /// A screen that a program has written without descriptions.
  final class OldScreen: NativeView {
    let title = LabelView()
    let placeholder = NativeView()

    override init() {
      super.init()
      frame = CGRect(x: 0, y: 0, width: 320, height: 480)
      placeholder.frame = CGRect(x: 20, y: 100, width: 280, height: 200)
      append(title)
      append(placeholder)
    }
  }

  @Test func `a description is shown in a view of a program without a store`() {
    typealias Description = View
    typealias Props = ViewProps
    let screen = OldScreen()
    let tree = ViewTree(size: screen.frame.size)
    tree.root.append(screen)
    func methodToGetView() -> NativeView { screen.placeholder }

    // "Assuming you are in a view controller and you have a `NodeDescription` named `Description`". Changed: `bounds`, for
    // the README's `frame` is one in the view's parent.
    let view = methodToGetView()
    let description = Description(
      props: Props.build {
        $0.frame = view.bounds
      }
    ) {
      Label(props: .build { $0.text = "described" })
    }

    // here we are not using the store. But you can create it normally
    // You should also retain a reference to renderer, in order to don't deallocate all the UI that will be created when
    // the method ends
    // Changed: optional as in the README, where it has to be unwrapped.
    var renderer: Renderer? = Renderer(rootDescription: description, store: nil)

    // render the UI
    renderer!.render(in: view)

    #expect(tree.label("described").exists)
    #expect(screen.children.count == 2)
    // Changed: what a renderer has shown goes with it.
    renderer = nil
    #expect(screen.placeholder.children.isEmpty)
    #expect(screen.children.count == 2)
  }
}
