import Foundation
import Katana
import KatanaUI
import NativeViews
import Testing

private struct Count: State { var count = 0 }

private struct Increment: StateUpdater {
  func updateState(_ state: inout Count) { state.count += 1 }
}

/// Shows the count as its view's key.
private struct CountScreen: ConnectedNodeDescription, NodeDescriptionWithoutChildren {
  struct Props: NodeDescriptionProps, Buildable {
    var count = -1
    var frame = CGRect.zero
    var alpha: CGFloat = 1
    var key: String?
  }
  var props: Props

  static func connect(props: inout Props, to state: Count) { props.count = state.count }

  static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) { view.key = "\(props.count)" }
}

@MainActor
struct `several trees on one store` {
  @Test func `each show its state in frames of their own`() {
    let store = Store<Count, EmptySideEffectDependencyContainer>()
    let trees = (0..<2).map { _ in ViewTree(size: CGSize(width: 10, height: 10)) }
    var renderers = trees.map { tree in
      let renderer = Renderer(rootDescription: CountScreen(props: .build { _ in }), store: store)
      renderer.render(in: tree.root)
      return renderer
    }
    func shown() -> [String?] {
      trees.map { tree in
        tree.flush()
        return tree.root.firstChild?.key
      }
    }
    #expect(shown() == ["0", "0"])
    store.dispatch(Increment())
    #expect(shown() == ["1", "1"])
    renderers.removeFirst()
    store.dispatch(Increment())
    #expect(shown() == [nil, "2"])
  }
}
