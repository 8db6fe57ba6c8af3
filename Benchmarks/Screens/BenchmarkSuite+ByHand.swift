import BenchmarkHarness
import Foundation
import HandWrittenLoops
import Katana
import NativeViews
import Tempura

// Floors and peers as one would write them: what they are counted beside.
extension HandWrittenLoops {
  mutating func addAll() {
    for reads in NumberReads.allCases {
      add("dispatch/connected=10/reads=\(reads.rawValue)") {
        let store = NumberStore(initialState: NumberState(screens: 10))
        let update = ChangeNumber(reads, of: 10)
        return { iterations in for _ in 0..<iterations { store.dispatch(update) } }
      }
    }
    add("rebuild-all/connected=10") {
      let store = NumberStore(initialState: NumberState(screens: 10))
      let update = ChangeNumber(.everything, of: 10)
      let tally = Tally()
      let tree = ViewTree(size: CGSize(width: 390, height: 844))
      var views: [NumberView] = []
      var places: [NumberPlace] = []
      for place in 0..<10 {
        let view = NumberView()
        view.setup()
        view.style()
        tree.root.append(view)
        views.append(view)
        places.append(NumberPlace(reads: .everything, place: place, tally: tally))
      }
      tree.flush()
      return { iterations in
        for _ in 0..<iterations {
          store.dispatch(update)
          let state = store.state
          for index in 0..<10 {
            views[index].model = NumberModel(state: state, localState: places[index])
          }
        }
      }
    }
    add("route-by-hand/screens=1/step=push-pop") {
      let app = RouteApp()
      try MainLoop.run { try await app.start() }
      let (stack, tree) = (app.stack, app.window.tree)
      return { iterations in
        for _ in 0..<iterations {
          stack.pushViewController(RouteScreen(1), animated: false)
          tree.flush()
          stack.popViewController(animated: false)
          tree.flush()
        }
        // Its window and its navigator hear of what is shown.
        withExtendedLifetime(app) {}
      }
    }
    for row in ["snapshots-by-hand", "snapshots-by-hand-kept"] {
      addNone(
        "\(row)/pictures=48",
        because: "each picture is some hundred calls of Cairo and Pango, and of nothing generic"
      )
    }
  }
}
