// The samples of docs/interfaces.md and of docs/from-katana-ui.md.

import Foundation
import Katana
import KatanaElements
import Testing

@MainActor
@Suite(.timeLimit(.minutes(30)))
struct ReadmeSamples {
  struct CounterState: State {
    var counter = 0
  }

  struct IncrementCounter: StateUpdater {
    func updateState(_ state: inout CounterState) { state.counter += 1 }
  }

  struct CounterScreen: ConnectedNodeDescription {
    struct Props: NodeDescriptionProps, Buildable {
      var count = 0
      var frame = CGRect.zero
      var alpha: CGFloat = 1
      var key: String?
    }
    var props: Props

    static func connect(props: inout Props, to state: CounterState) { props.count = state.counter }

    static func childrenDescriptions(
      props: Props,
      state: EmptyState,
      update: @escaping (EmptyState) -> Void,
      dispatch: @escaping StoreDispatch
    ) -> [any AnyNodeDescription] {
      Label(
        props: .build {
          $0.frame = CGRect(x: 0, y: 0, width: 320, height: 240)
          $0.text = "Count: \(props.count)"
        }
      )
      Button(
        props: .build {
          $0.frame = CGRect(x: 0, y: 240, width: 320, height: 240)
          $0.titles[.normal] = "Increment"
          $0.touchHandlers = [.touchUpInside: { dispatch(IncrementCounter()) }]
        }
      )
    }
  }

  @Test func `the guide's counter counts`() throws {
    let tree = ViewTree(size: CGSize(width: 320, height: 480))
    let view = tree.root
    let store = Store<CounterState, EmptySideEffectDependencyContainer>()
    let renderer = Renderer(
      rootDescription: CounterScreen(props: .build { $0.frame = view.bounds }),
      store: store
    )
    renderer.render(in: view)

    try tree.button("Increment").tap()
    #expect(tree.label("Count: 1").exists)
    #expect(store.state.counter == 1)
    withExtendedLifetime(renderer) {}
  }
}
