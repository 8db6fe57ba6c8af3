// FrameProgram COUNT: a store whose state changes twice for each of COUNT frames of a tree, with the framework's own
// emitters. Says how many of the frames, reconciliations and commits were recorded.
// FrameProgram COUNT screen: the same with a screen of Katana UI instead of the emitters. Says what it shows in the end.
// FrameProgram COUNT tasks: COUNT side effects that sell and open a screen, with a router and a screen that no window shows. Says how
// many screens there are.
// FrameProgram COUNT navigation: screens of Tempura that are shown and hidden COUNT times. Says the route in the end.

import Foundation
import FrameworkEvents
import Katana
import KatanaRouter
import Signposts

struct ShopState: RoutableState {
  var navigationState = NavigationState()
  var sales = 0
}

struct Sell: StateUpdater {
  func updateState(_ state: inout ShopState) { state.sales += 1 }
}

let count = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 0
let store = Store<ShopState, EmptySideEffectDependencyContainer>()
let root = TraceName("Shop.Screen")
var recorded = 0

/// Emits what is in a frame, and returns how much of it was recorded.
func show(_ root: TraceName, version: UInt64) -> Int {
  let reconciliation = KatanaTracepoints.reconcileBegan(
    parent: .current,
    name: root,
    version: version
  )
  if KatanaTracepoints.isLayoutRecorded {
    let layout = SignpostID.makeUnique()
    KatanaTracepoints.layoutBegan(
      id: layout,
      parent: reconciliation,
      name: root,
      views: 3,
      isCacheHit: false
    )
    KatanaTracepoints.layoutEnded(id: layout)
  }
  KatanaTracepoints.reconcileEnded(id: reconciliation, created: 1, reused: 2, removed: 3, moved: 4)
  let commit = KatanaTracepoints.commitBegan(
    parent: .current,
    name: TraceName("Headless"),
    version: version
  )
  KatanaTracepoints.commitEnded(id: commit, created: 5, placed: 6, patched: 7, removed: 8)
  return [reconciliation, commit].count { $0 != .none }
}

if CommandLine.arguments.dropFirst(2).first == "screen" {
  print(SalesScreen.run(count, with: store))
  exit(0)
}

if CommandLine.arguments.dropFirst(2).first == "tasks" {
  print(try await ShopTasks.run(count, with: store))
  exit(0)
}

if CommandLine.arguments.dropFirst(2).first == "navigation" {
  print(try await NavigatedScreens.run(count))
  exit(0)
}

for number in 0..<count {
  store.dispatch(Sell())
  store.dispatch(Sell())
  let version = UInt64(2 * number + 2)
  let frame = KatanaTracepoints.frameBegan(parent: .current, name: root, version: version)
  recorded +=
    frame == .none
    ? show(root, version: version) : frame.asCurrent { show(root, version: version) }
  KatanaTracepoints.frameEnded(id: frame, connected: 9, updated: 10)
  recorded += frame == .none ? 0 : 1
}
print("\(recorded) intervals recorded, \(store.state.sales) sales")
