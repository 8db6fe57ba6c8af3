import SeededRandom
import Testing

@testable import TempuraTesting

@Suite
struct `Changed lines` {
  @Test
  func `lines are told with the views that they are in`() {
    let old =
      "Root (0 0 9 9)\n  List \"a, b\" (0 0 9 9)\n    Row (0 0 9 1)\n    Row (0 1 9 1)\n  End (0 0 1 1)\n"
    let new =
      "Root (0 0 9 9)\n  List \"a, b\" (0 0 9 9)\n    Row (0 0 9 1)\n    Row (0 2 9 1)\n    Row (0 3 9 1)\n  End (0 0 1 1)\n"
    let changed = ChangedLines(from: old, to: new)
    #expect(changed.lines.map(\.text) == ["Row (0 1 9 1)", "Row (0 2 9 1)", "Row (0 3 9 1)"])
    #expect(changed.lines.map(\.isNew) == [false, true, true])
    #expect(changed.lines.allSatisfy { $0.parents == ["Root", "List \"a, b\""] })
    #expect(ChangedLines(from: old, to: old).isEmpty)
  }

  @Test
  func `taking away what is old and putting in what is new leads from one text to the other`() {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    for _ in 0..<500 {
      let texts = (0..<2).map { _ in
        (0..<Int.random(in: 0...12, using: &random)).map { _ in
          String(["a", "b", "c", "d"].randomElement(using: &random)!)
        }
      }
      let changed = ChangedLines(
        from: texts[0].joined(separator: "\n"),
        to: texts[1].joined(separator: "\n")
      )
      // The lines of both in their order, with those that both have between them, in the only way that fits.
      #expect(isMerge(changed.lines, texts[0], texts[1]), "seed \(seed): \(texts) \(changed.lines)")
    }
  }

  /// Whether common lines can be put between the changed ones so that both texts come out.
  private func isMerge(_ lines: [ChangedLines.Line], _ old: [String], _ new: [String]) -> Bool {
    let old = old.isEmpty ? [""] : old
    let new = new.isEmpty ? [""] : new
    var reached: Set<[Int]> = [[0, 0, 0]]
    var pending = Array(reached)
    while let place = pending.popLast() {
      if place == [lines.count, old.count, new.count] { return true }
      var next: [[Int]] = []
      if place[0] < lines.count {
        let line = lines[place[0]]
        if !line.isNew, place[1] < old.count, old[place[1]] == line.text {
          next.append([place[0] + 1, place[1] + 1, place[2]])
        }
        if line.isNew, place[2] < new.count, new[place[2]] == line.text {
          next.append([place[0] + 1, place[1], place[2] + 1])
        }
      }
      if place[1] < old.count, place[2] < new.count, old[place[1]] == new[place[2]] {
        next.append([place[0], place[1] + 1, place[2] + 1])
      }
      for place in next where reached.insert(place).inserted { pending.append(place) }
    }
    return false
  }
}
