import Foundation
import Testing

@testable import HeapImages

/// What a program has planted, told by its right name: the functions of `Tests/Fixtures/HeapProgram`.
@Suite(.serialized) struct HeapProgramTests {
  /// The program is run once.
  private static let recorded = Task {
    let recorded = try await RecordedHeap("\(RecordedHeap.folder)/HeapProgram")
    return try #require(recorded.snapshots.last)
  }
  private let heap: HeapSnapshot

  init() async throws { heap = try await Self.recorded.value }

  /// One group of leaks, with this cycle.
  private func expectLeak(
    _ cycle: [String],
    count: Int,
    blocks: Int,
    at location: SourceLocation = #_sourceLocation
  ) throws {
    let found = heap.leaks(cycle)
    #expect(found.count == 1, "\(heap.leaks.map(\.cycle))", sourceLocation: location)
    let leak = try #require(found.first, sourceLocation: location)
    #expect(leak.count == count, sourceLocation: location)
    #expect(leak.leaked.blocks == blocks, sourceLocation: location)
  }

  @Test func `two objects that hold each other leak, by their fields`() throws {
    try expectLeak(["Husband.wife", "Wife.husband"], count: 50, blocks: 100)
    #expect(heap.live("Husband") == 50 && heap.leaked("Husband") == 50)
    #expect(heap.leaks(["Husband.wife", "Wife.husband"])[0].leaked.bytes == 50 * 2 * 24)
  }

  @Test func `a closure that has captured its object leaks with it, by the function that made it`()
    throws
  {
    // The object is all that it needs.
    try expectLeak(["Button.onTap"], count: 20, blocks: 20)
    try expectLeak(
      ["Slider.onMove", "closure of Slider.follow(_:) (capture of Slider)"],
      count: 20,
      blocks: 60
    )
  }

  @Test
  func
    `a delegate in a structure is named down to its field, and what the cycle holds belongs to it`()
    throws
  {
    try expectLeak(["Controller.session", "Session.state.delegate"], count: 10, blocks: 30)
    #expect(heap.leaked("Cargo") == 10 + 20)
  }

  @Test func `cycles by way of elements name arrays, places in them, and values of dictionaries`()
    throws
  {
    try expectLeak(
      ["Circle.group", "Group.shapes", "_ContiguousArrayStorage<any Shape>[2]"],
      count: 5,
      blocks: 5 * 5
    )
    try expectLeak(
      ["Forest.trees", "_ContiguousArrayStorage<Tree>[3]", "Tree.forest"],
      count: 5,
      blocks: 5 * 6
    )
    try expectLeak(
      ["Entry.index", "Index.entries", "_DictionaryStorage<String, Entry>[value]"],
      count: 5,
      blocks: 5 * 3
    )
  }

  @Test func `weak and unowned references make no cycle, and don't keep what they lead to`() {
    for name in ["Parent", "Child", "FirstChild"] {
      #expect(heap.leaked(name) == 0, "\(name)")
    }
    #expect(heap.live("Child") == 24)
    // Of those that have gone, the memory is still there.
    #expect(heap.live("Parent") == 24)
    #expect(
      heap.types.contains { $0.kind == .sideTable && $0.live.blocks >= 8 && $0.leaked.blocks == 0 }
    )
    #expect(heap.leaked("Watched") == 8)
    #expect(heap.leaked("Watcher") == 0)
    let lost = heap.leaks.filter { $0.cycle.isEmpty && heap.types[$0.types[0]].name == "Watched" }
    #expect(lost.map(\.count) == [8])
  }

  @Test func `what globals hold isn't leaked, and they are named`() throws {
    for name in [
      "Cache<Int, Picture>", "_DictionaryStorage<Int, Picture>", "Picture", "Registry",
      "Registry.Record<(Int, String)>", "Registry.Record<Int?>", "Registry.Hidden", "LocalClass",
      "Derived",
      "_SetStorage<String>", "Captured",
    ] {
      #expect(heap.live(name) > 0, "\(name)")
      #expect(heap.leaked(name) == 0, "\(name)")
    }
    #expect(heap.live("Picture") == 30 + 2)
    #expect(heap.holders("Picture").contains("_DictionaryStorage<Int, Picture>[value]"))
    #expect(heap.holders("Picture").contains("Derived.picture"))
    #expect(heap.holders("Picture").contains("_ContiguousArrayStorage<Picture?>[]"))
    #expect(heap.holders("Registry").contains("global registry"))
    let cache = try #require(heap.roots.first { $0.name == "global sharedCache" })
    #expect(cache.retained.blocks == 30 * 2 + 2)
    #expect(heap.types("Cache<Int, Picture>")[0].retained.blocks == 30 * 2 + 2)
    #expect(heap.types("Registry")[0].module == "HeapProgram")
  }

  @Test func `what a closure has captured is held by it`() {
    #expect(heap.live("Captured") == 30)
    #expect(heap.holders("Captured").contains("closure of plantHeld(count:) (capture of Captured)"))
  }

  @Test func `what threads and mapped memory hold isn't leaked`() {
    for name in ["OfThread", "OnStack", "InMapped", "BehindVariables", "InPlain"] {
      #expect(heap.live(name) == 1, "\(name)")
      #expect(heap.leaked(name) == 0, "\(name)")
    }
    #expect(heap.holders("InMapped").contains("mapped memory"))
    #expect(heap.holders("BehindVariables").contains("mapped memory"))
    #expect(heap.holders("OnStack").contains { $0.hasPrefix("stack of thread ") })
  }

  @Test func `what nothing leads to leaks without a cycle, Swift's by type and C's by function`()
    throws
  {
    let objects = heap.leaks.filter { $0.cycle.isEmpty && heap.types[$0.types[0]].name == "Lost" }
    #expect(objects.map(\.count) == [6])
    let blocks = heap.leaks.filter { heap.types[$0.types[0]].name == "block of leakPlain()" }
    #expect(blocks.map(\.count) == [7])
    #expect(blocks.map(\.leaked.bytes) == [7 * 333])
  }

  @Test
  func `a task that a timer holds isn't leaked, and one that nobody resumes is, with its actor`()
    throws
  {
    #expect(heap.live("Ticker") == 1 && heap.leaked("Ticker") == 0)
    #expect(heap.types("Ticker")[0].kind == .actor)
    #expect(heap.leaked("Listener") == 1)
    let leak = try #require(heap.leaks.first { $0.cycle.contains("Listener.task") })
    #expect(
      leak.cycle.contains { $0.contains("task") && $0.contains("Listener.start()") },
      "\(leak.cycle)"
    )
  }

  @Test func `nothing else is leaked`() {
    let planted = [
      "Husband", "Button", "Session", "Circle", "Forest", "Entry", "Watched", "Lost", "leakPlain",
      "Listener",
      "Index", "Controller", "Group", "Tree", "Slider",
    ]
    for leak in heap.leaks {
      let names = leak.cycle + leak.types.map { heap.types[$0].name }
      #expect(names.contains { name in planted.contains { name.contains($0) } }, "\(names)")
    }
  }

  @Test func `how much is guessed is told`() {
    #expect(heap.live.blocks > 500)
    #expect(heap.conservatism.unknownBlocks == 0 && heap.conservatism.unstoppedThreads == 0)
    #expect(heap.conservatism.heldByStacksOnly.blocks > 0)
  }
}
