import SeededRandom
import Testing

@testable import Katana

/// Random changes of random copies, against a list and a tree of all that has ever happened.
@Suite(.timeLimit(.minutes(30)))
struct EntitiesModelTests {
  /// One moment in the life of a collection, and what had happened right before.
  private final class Moment {
    let previous: Moment?
    let change: String
    let depth: Int

    init(_ change: String = "", after previous: Moment? = nil) {
      self.previous = previous
      self.change = change
      depth = (previous?.depth ?? 0) + 1
    }

    /// What has happened since an earlier moment; `nil` if it isn't one of this life.
    func changes(since earlier: Moment) -> [String]? {
      var changes: [String] = []
      var moment = self
      while moment !== earlier {
        guard moment.depth > earlier.depth, let previous = moment.previous else { return nil }
        changes.append(moment.change)
        moment = previous
      }
      return changes.reversed()
    }
  }

  /// A collection beside the obvious list.
  private struct Life {
    var entities = Entities<String, [Int]>()
    var list: [(id: String, value: [Int])] = []
    var moment = Moment()

    mutating func note(_ kind: String, _ id: String) {
      moment = Moment("\(kind) \(id)", after: moment)
    }
  }

  private struct Reader {
    let cursor: EntityCursor
    let moment: Moment
    let values: [String: [Int]]
  }

  @Test(arguments: [(seed: 1, ids: 8), (2, 60), (3, 400), (4, 3000)])
  func `copies that go their own ways are lists, and tell each cursor the truth or nothing`(
    seed: Int,
    ids: Int
  ) throws {
    var random = SplitMix64(seed: UInt64(seed))
    var lives = [Life()]
    var readers: [Reader] = []
    var answers = (known: 0, unknown: 0)
    for step in 0..<12_000 {
      let index = random.next(below: lives.count)
      if random.next(below: 60) == 0 {
        let copy = lives[index]
        if lives.count < 6 {
          lives.append(copy)
        } else {
          // Sometimes the one that it shared with is gone.
          lives[random.next(below: lives.count)] = copy
        }
      }
      // Mostly in place: a copy would be one more who shares.
      let before = step % 9 == 0 ? lives[index] : nil
      Self.change(&lives[index], ids: ids, &random)
      if let before {
        let after = lives[index]
        let isEqual = before.list.elementsEqual(after.list) { $0 == $1 }
        try #require((before.entities == after.entities) == isEqual, "seed \(seed), step \(step)")
        try #require((after.entities == before.entities) == isEqual, "seed \(seed), step \(step)")
      }
      if random.next(below: 20) == 0 {
        let reader = Reader(
          cursor: lives[index].entities.cursor,
          moment: lives[index].moment,
          values: Dictionary(uniqueKeysWithValues: lives[index].list.map { ($0.id, $0.value) })
        )
        if readers.count < 40 {
          readers.append(reader)
        } else {
          readers[random.next(below: readers.count)] = reader
        }
      }
      if !readers.isEmpty {
        let reader = readers[random.next(below: readers.count)]
        let isKnown = try Self.ask(lives[random.next(below: lives.count)], reader, seed, step)
        if isKnown { answers.known += 1 } else { answers.unknown += 1 }
      }
      if step % 200 == 0 {
        for life in lives { try Self.check(life, seed, step) }
        for life in lives {
          for other in lives {
            let isEqual = life.list.elementsEqual(other.list) { $0 == $1 }
            try #require((life.entities == other.entities) == isEqual, "seed \(seed), step \(step)")
          }
        }
      }
    }
    #expect(answers.known > 1000 && answers.unknown > 1000, "\(answers)")
  }

  /// Makes one change of each kind, more often those that make a collection grow.
  private static func change(_ life: inout Life, ids: Int, _ random: inout SplitMix64) {
    let id = "id\(random.next(below: ids))"
    let value = [random.next(below: 1000)]
    let place = life.list.firstIndex { $0.id == id }
    switch random.next(below: 300) {
    case 0:
      life.entities.sort { $0.id < $1.id }
      life.list.sort { $0.id < $1.id }
      life.moment = Moment()
    case 1:
      life.entities.removeAll()
      life.list = []
      life.moment = Moment()
    case 2..<90:
      let index = random.next(below: life.list.count + 1)
      let isNew = life.entities.insert(value, id: id, at: index)
      #expect(isNew == (place == nil))
      guard place == nil else { return }
      life.list.insert((id, value), at: index)
      life.note("inserted", id)
    case 90..<110:
      #expect(life.entities.append(value, id: id) == (place == nil))
      guard place == nil else { return }
      life.list.append((id, value))
      life.note("inserted", id)
    case 110..<140:
      life.entities[id] = value
      if let place { life.list[place].value = value } else { life.list.append((id, value)) }
      life.note(place == nil ? "inserted" : "updated", id)
    case 140..<180:
      life.entities[id]?.append(1)
      guard let place else { return }
      life.list[place].value.append(1)
      life.note("updated", id)
    case 180..<210:
      life.entities.update(id) { $0.append(2) }
      guard let place else { return }
      life.list[place].value.append(2)
      life.note("updated", id)
    case 210..<230:
      life.entities[id] = nil
      guard let place else { return }
      life.list.remove(at: place)
      life.note("removed", id)
    case 230..<250:
      #expect(life.entities.remove(id) == place.map { life.list[$0].value })
      guard let place else { return }
      life.list.remove(at: place)
      life.note("removed", id)
    case 250..<280:
      guard !life.list.isEmpty else { return }
      let index = random.next(below: life.list.count)
      #expect(life.entities.move(id, to: index) == (place != nil))
      guard let place else { return }
      life.list.insert(life.list.remove(at: place), at: index)
      life.note("moved", id)
    default:
      let other = "id\(random.next(below: ids))"
      let otherPlace = life.list.firstIndex { $0.id == other }
      #expect(life.entities.swap(id, other) == (place != nil && otherPlace != nil))
      guard let place, let otherPlace, place != otherPlace else { return }
      life.list.swapAt(place, otherPlace)
      life.note("moved", id)
      life.note("moved", other)
    }
  }

  /// Whether a collection knows what has happened since a cursor was taken; then it must know it all.
  private static func ask(_ life: Life, _ reader: Reader, _ seed: Int, _ step: Int) throws -> Bool {
    let comment: Comment = "seed \(seed), step \(step)"
    let expected = life.moment.changes(since: reader.moment)
    guard let changes = life.entities.changes(since: reader.cursor) else {
      // Too many, or another life.
      try #require(expected == nil || (expected?.count ?? 0) > 1024, comment)
      return false
    }
    try #require(changes.map { "\($0.kind) \($0.id)" } == expected, comment)
    try #require(changes.underestimatedCount == expected?.count, comment)
    try #require(changes.isEmpty == expected?.isEmpty, comment)
    // What isn't mentioned is as it was.
    let mentioned = Set(changes.map(\.id))
    for (id, value) in life.list where !mentioned.contains(id) {
      try #require(reader.values[id] == value, comment)
    }
    for id in reader.values.keys where !mentioned.contains(id) {
      try #require(life.entities[id] != nil, comment)
    }
    return true
  }

  /// Compares the whole collection with the list, and its parts with each other.
  private static func check(_ life: Life, _ seed: Int, _ step: Int) throws {
    let comment: Comment = "seed \(seed), step \(step)"
    let entities = life.entities
    try #require(entities.count == life.list.count, comment)
    try #require(
      entities.elementsEqual(life.list) { $0.id == $1.id && $0.value == $1.value },
      comment
    )
    for (index, element) in life.list.enumerated() {
      try #require(entities[element.id] == element.value, comment)
      try #require(entities.index(of: element.id) == index, comment)
    }
    let middle = life.list.count / 3..<life.list.count - life.list.count / 3
    try #require(entities.ids(in: middle) == life.list[middle].map(\.id), comment)
    let storage = entities.storage
    for key in storage.table.chunks.indices {
      let chunk = storage.table.chunks[key]
      try #require(chunk.slots.count <= EntityChunk<String, [Int]>.capacity, comment)
      try #require(chunk.slots.count == storage.table.counts[key], comment)
      try #require(chunk.slots.count == chunk.ids.count && chunk.ids.count == chunk.values.count)
      try #require(storage.table.order.contains(UInt32(key)) == !chunk.slots.isEmpty, comment)
      try #require(storage.table.freeKeys.contains(UInt32(key)) == chunk.slots.isEmpty, comment)
      for (offset, (slot, id)) in zip(chunk.slots, chunk.ids).enumerated() {
        try #require(storage.table.slots[id] == slot, comment)
        try #require(storage.table.place(of: slot) == (key, offset), comment)
      }
    }
    try #require(Set(storage.table.order).count == storage.table.order.count, comment)
    try #require(
      storage.table.slots.count + storage.table.freeSlots.count == storage.table.places.count,
      comment
    )
    // Chunks are merged as they become small.
    try #require(storage.table.order.count <= 2 + entities.count / 16, comment)
  }
}
