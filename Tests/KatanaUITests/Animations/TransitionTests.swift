import Foundation
import KatanaUI
import NativeViews
import Testing

@MainActor
struct TransitionTests {
  @Test func `children that come and go are shown together until all have arrived`() throws {
    let theatre = Theatre(BoxStage([Box("a", x: 10), Box("b", x: 20)]))
    theatre.show([Box("b", x: 30), Box("c", x: 40)], .slide)
    #expect(theatre.keys == "a b c")
    let entering = try #require(theatre.view("c"))
    let leaving = try #require(theatre.view("a"))
    #expect(entering.presented.frame.minX == 140)
    #expect(entering.presented.alpha == 0)
    #expect(leaving.presented.frame.minX == 10)
    theatre.wait(150)
    #expect(abs(entering.presented.frame.minX - 90) < 4)
    #expect(abs(leaving.presented.frame.minX + 40) < 4)
    #expect(abs((theatre.view("b")?.presented.frame.minX ?? 0) - 25) < 1)
    theatre.wait(200)
    #expect(theatre.keys == "b c")
    #expect(entering.presented.frame.minX == 40)
    #expect(entering.alpha == 1)
    #expect(theatre.renderer?.rootNode.children.count == 2)
  }

  @Test(arguments: [
    (["a"], ["b"], "a b"),
    (["a", "b", "c"], ["c", "x", "a"], "c x a b"),
    (["x", "a", "y", "b", "z"], ["n", "a", "m", "b"], "x n a y m b z"),
  ])
  func `those that go stand after the last one before them that stays, whatever comes`(
    first: [String],
    last: [String],
    shown: String
  ) {
    let theatre = Theatre(BoxStage(first.map { Box($0) }))
    theatre.show(last.map { Box($0) }, .slide)
    #expect(theatre.keys == shown)
    #expect(ChildrenMergeTests.obvious(last, first).joined(separator: " ") == shown)
  }

  @Test func `children in the props of others come and go as well`() throws {
    let theatre = Theatre(BoxStage([Box("a", [Box("x"), Box("y")])]))
    theatre.show([Box("a", [Box("y"), Box("z", x: 5)])], .slide)
    #expect(theatre.keys == "a[x y z]")
    #expect(theatre.view("z")?.presented.frame.minX == 105)
    #expect(theatre.view("x")?.frame.minX == -100)
    theatre.wait(400)
    #expect(theatre.keys == "a[y z]")
    #expect(theatre.view("z")?.presented.frame.minX == 5)
  }

  @Test func `an animation that another one interrupts leaves nothing on the screen`() {
    let theatre = Theatre(BoxStage([Box("a")]))
    var completions: [String] = []
    theatre.show([Box("c")], .slide) { completions.append("c") }
    theatre.wait(100)
    theatre.show([Box("d")], .slide) { completions.append("d") }
    #expect(theatre.keys == "c a d" || theatre.keys == "a c d" || theatre.keys == "d c a")
    theatre.wait(1000)
    #expect(theatre.keys == "d")
    #expect(completions.sorted() == ["c", "d"])
  }

  @Test func `an update without animation doesn't cut one short`() throws {
    let theatre = Theatre(BoxStage([Box("a"), Box("b", x: 0)]))
    theatre.show([Box("b", x: 50)], .slide)
    let view = try #require(theatre.view("b"))
    theatre.wait(100)
    let place = view.presented.frame.minX
    #expect(place > 0 && place < 50)
    theatre.show([Box("b", x: 50), Box("e")])
    #expect(theatre.keys == "a b e")
    #expect(view.presented.frame.minX == place)
    theatre.wait(400)
    #expect(theatre.keys == "b e")
  }

  @Test func `a child that comes back while it leaves is the same, from where it is`() throws {
    let theatre = Theatre(BoxStage([Box("a", x: 10)]))
    let view = try #require(theatre.view("a"))
    theatre.show([], .slide)
    theatre.wait(150)
    let place = view.presented.frame.minX
    #expect(place < 0)
    #expect(!view.isUserInteractionEnabled)
    #expect(view.effectiveAccessibility.isHidden)
    theatre.show([Box("a", x: 10)], .slide)
    #expect(theatre.view("a") === view)
    #expect(view.presented.frame.minX == place)
    #expect(view.isUserInteractionEnabled)
    #expect(!view.effectiveAccessibility.isHidden)
    theatre.wait(500)
    #expect(theatre.keys == "a")
    #expect(view.presented.frame.minX == 10)
  }

  @Test func `only what is said to be animated is`() throws {
    let theatre = Theatre(BoxStage([Box("a"), Box("b"), Box("c")]))
    theatre.show([Box("a", x: 50), Box("b", x: 50)], .onlyA)
    #expect(theatre.keys == "a b")
    #expect(theatre.view("a")?.presented.frame.minX == 0)
    #expect(theatre.view("b")?.presented.frame.minX == 50)
    theatre.wait(200)
    theatre.show([Box("a", x: 0), Box("b", x: 0)], .allButA)
    #expect(theatre.view("a")?.presented.frame.minX == 0)
    #expect(theatre.view("b")?.presented.frame.minX == 50)
  }

  @Test func `an update's own animation moves all that is in the node`() throws {
    let theatre = Theatre(BoxStage([Box("a", [Box("x")])]))
    var isComplete = false
    theatre.renderer?.rootNode.update(
      with: BoxStage([Box("a", x: 50, [Box("x", x: 20)])]),
      animation: Animation(type: .linear(duration: 0.2)),
      completion: { isComplete = true }
    )
    theatre.wait(100)
    #expect(abs((theatre.view("a")?.presented.frame.minX ?? 0) - 25) < 3)
    #expect(abs((theatre.view("x")?.presented.frame.minX ?? 0) - 10) < 2)
    #expect(!isComplete)
    theatre.wait(150)
    #expect(isComplete)
    #expect(theatre.view("x")?.presented.frame.minX == 20)
  }

  @Test func `an animation that repeats isn't waited for, and what leaves goes`() {
    let theatre = Theatre(BoxStage([Box("a"), Box("b")]))
    var count = 0
    theatre.show([Box("b", x: 30)], .forever) { count += 1 }
    theatre.wait(1000)
    #expect(theatre.keys == "b")
    #expect(count == 1)
    #expect(theatre.tree.isAnimating)
  }

  @Test func `an update completes once where nothing is shown`() {
    let theatre = Theatre(BoxStage([Box("a")]), isShown: false)
    var count = 0
    theatre.show([Box("b")], .slide) { count += 1 }
    #expect(count == 1)
    #expect(theatre.renderer?.rootNode.children.map { $0.anyDescription.key } == ["b"])
  }

  @Test func `an update completes once where the renderer goes`() {
    let theatre = Theatre(BoxStage([Box("a")]))
    var count = 0
    theatre.show([Box("b")], .slide) { count += 1 }
    theatre.wait(50)
    #expect(count == 0)
    theatre.renderer = nil
    theatre.wait(50)
    #expect(count == 1)
    #expect(theatre.tree.root.children.isEmpty)
  }

  @Test func `an update of another type completes once`() {
    let theatre = Theatre(BoxStage([]))
    var count = 0
    var diagnoses: [String] = []
    theatre.renderer?.onDiagnosis = { diagnoses.append("\($0)") }
    theatre.renderer?.rootNode.update(with: Box("a"), animation: .none) { count += 1 }
    #expect(count == 1)
    #expect(diagnoses.count == 1)
  }

  @Test func `a window that is resized doesn't call back what leaves`() throws {
    let theatre = Theatre(BoxStage([Box("a", x: 10)]))
    theatre.show([], .slide)
    theatre.wait(100)
    theatre.tree.resize(to: CGSize(width: 50, height: 50))
    #expect(theatre.view("a")?.frame.minX == -90)
    theatre.wait(500)
    #expect(theatre.keys == "")
  }
}
