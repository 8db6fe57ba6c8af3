import SeededRandom
import Testing

@testable import Katana

@Suite(.timeLimit(.minutes(30)))
struct ListenerTableTests {
  @Test func `the table behaves as an ordered list of pairs under random commands`() {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    var table = ListenerTable<Int>()
    var model: [(id: Int, listener: Int)] = []
    var removed: [Int] = []
    for step in 0..<5000 {
      let command = random.next() % 5
      if command < 2 || model.isEmpty {
        model.append((table.append(step), step))
      } else if command < 4 {
        let index = Int(random.next() % UInt64(model.count))
        let id = model.remove(at: index).id
        removed.append(id)
        let wasThere = table.remove(id) != nil
        #expect(wasThere, "seed \(seed), step \(step)")
      } else if let id = removed.randomElement(using: &random) {
        let wasThere = table.remove(id) != nil
        #expect(!wasThere, "seed \(seed), step \(step)")
      }
      #expect(table.count == model.count, "seed \(seed), step \(step)")
      #expect(
        table.entries.count < 16 || table.entries.count <= 2 * table.count,
        "seed \(seed), step \(step)"
      )
    }
    #expect(table.entries.compactMap(\.listener) == model.map(\.listener), "seed \(seed)")
  }
}
