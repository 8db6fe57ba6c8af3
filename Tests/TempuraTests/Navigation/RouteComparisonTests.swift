import SeededRandom
import Testing

@testable import Tempura

struct `The steps between two routes` {
  private func steps(_ old: String, _ new: String) -> String {
    NavigationStep.steps(from: old.map { "\($0)" }, to: new.map { "\($0)" })
      .map(\.description).joined(separator: "; ")
  }

  @Test func `are none where the routes are equal`() {
    #expect(steps("AB", "AB") == "")
  }

  @Test func `show what is missing, one after the other`() {
    #expect(steps("A", "ABC") == "show B from A; show C from B")
    #expect(steps("", "AB") == "install the root A; show B from A")
  }

  @Test func `hide what is too much, the topmost first`() {
    #expect(steps("ABC", "A") == "hide C to B; hide B to A")
  }

  @Test func `change at the fork and then show the rest, as the readme of Tempura says`() {
    #expect(steps("AD", "ABC") == "change D to B in A; show C from B")
  }

  @Test func `hide what is above the fork before the change`() {
    #expect(steps("ADEF", "AB") == "hide F to E; hide E to D; change D to B in A")
  }

  @Test func `install another root, with which everything goes`() {
    #expect(steps("ABC", "XY") == "install the root X for A; show Y from X")
  }

  @Test func `know a screen that is in the route twice`() {
    #expect(steps("ABAB", "AB") == "hide B to A; hide A to B")
    #expect(steps("AB", "ABAB") == "show A from B; show B from A")
  }

  @Test func `to an empty route are none, since nobody can hide a root`() {
    #expect(steps("AB", "") == "")
  }

  @Test(arguments: 0..<40)
  func `lead to the other route, with hides before one change before shows`(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for _ in 0..<100 {
      let route = { (count: Int) -> Route in
        (0..<count).map { _ in ["A", "B", "C"].randomElement(using: &random)! }
      }
      let old = route(Int.random(in: 0...6, using: &random))
      let new = route(Int.random(in: 1...6, using: &random))
      let steps = NavigationStep.steps(from: old, to: new)
      var reached = old
      for step in steps {
        if case .show(_, let top) = step { #expect(reached.last == top) }
        if case .hide(let hidden, let below, _) = step {
          #expect(reached.suffix(2) == [below, hidden])
        }
        if case .change(let fork, let out, _) = step { #expect(reached.suffix(2) == [fork, out]) }
        step.apply(to: &reached)
      }
      #expect(reached == new, "seed \(seed): \(old) to \(new) by \(steps)")
      // As few as there can be: what is common stays, but for another root.
      let common = zip(old, new).prefix { $0 == $1 }.count
      let rank = steps.map { step in
        switch step {
        case .installRoot: 0
        case .hide: 1
        case .change: 2
        case .show: 3
        }
      }
      #expect(rank == rank.sorted())
      #expect(rank.count { $0 == 2 } <= 1)
      if common > 0 {
        let forked = common < old.count && common < new.count ? 1 : 0
        let (gone, come) = (old.count - common, new.count - common)
        #expect(steps.count == gone + come - forked)
      } else {
        #expect(steps.count == new.count)
      }
    }
  }
}
