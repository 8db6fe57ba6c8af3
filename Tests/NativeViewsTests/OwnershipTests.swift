import Foundation
import SeededRandom
import Testing

@testable import NativeViews

@MainActor @Suite
struct `Owners of views` {
  /// Keeps its own children of a container in an order, without a look at those of others.
  @MainActor
  final class Owner {
    let container: NativeView
    private(set) var views: [NativeView] = []

    init(_ container: NativeView) { self.container = container }

    func show(_ new: [NativeView]) {
      for view in views where !new.contains(where: { $0 === view }) { view.removeFromParent() }
      var previous: NativeView?
      for view in new {
        if let previous { container.insert(view, after: previous) } else { container.append(view) }
        previous = view
      }
      views = new
    }
  }

  @Test(arguments: RandomHistories.seeds(40))
  func `each owner of a container moves and removes its own views only`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    let tree = ViewTree(size: CGSize(width: 10, height: 10))
    let owners = [Owner(tree.root), Owner(tree.root)]
    let foreign = NativeView()
    tree.root.append(foreign)
    for _ in 0..<50 {
      let owner = owners[random.next(below: 2)]
      let other = owners[owner === owners[0] ? 1 : 0]
      let before = tree.root.children.filter { view in !owner.views.contains { $0 === view } }
      var new = owner.views.shuffled(using: &random)
      if !new.isEmpty, random.next(below: 2) == 0 { new.removeLast() }
      for _ in 0..<random.next(below: 3) { new.append(NativeView()) }
      owner.show(new)
      tree.flush()
      let after = tree.root.children
      let others = after.filter { view in !new.contains { $0 === view } }
      let own = after.filter { view in new.contains { $0 === view } }
      #expect(others.elementsEqual(before, by: ===), "seed \(seed)")
      #expect(own.elementsEqual(new, by: ===), "seed \(seed)")
      #expect(foreign.parent === tree.root)
      #expect(after.count == new.count + other.views.count + 1, "seed \(seed)")
    }
  }

  @Test
  func `what is a caller's bug ends the program and says so`() async {
    await #expect(processExitsWith: .failure) {
      await MainActor.run { _ = ManualFrameSource(interval: .zero) }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run { ManualFrameSource().advance(by: .seconds(-1)) }
    }
    await #expect(processExitsWith: .failure) {
      await MainActor.run {
        let tree = ViewTree(size: .zero)
        let child = NativeView()
        tree.root.append(child)
        _ = ViewTree(root: child, size: .zero)
      }
    }
  }
}
