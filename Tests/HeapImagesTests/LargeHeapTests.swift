import Foundation
import MemoryRecording
import SeededRandom
import Testing

@testable import HeapImages

@Suite struct LargeHeapTests {
  /// A list of so many objects, each of which an array holds too, and cycles of two among them that nothing holds.
  private static let program = #"""
    final class Item {
      var next: Item?
      let number: Int
      init(_ number: Int) { self.number = number }
    }
    final class Left { var right: Right? }
    final class Right { var left: Left? }
    nonisolated(unsafe) var all: [Item] = []
    nonisolated(unsafe) var last: Left?
    @inline(never) func plant() {
      let (left, right) = (Left(), Right())
      left.right = right
      right.left = left
      // What nobody else sees, the compiler leaves out.
      last = left
    }
    @inline(never) func clearStack() -> Int {
      withUnsafeTemporaryAllocation(of: Int.self, capacity: 4096) { words in
        for place in words.indices { words[place] = 0 }
        return words[7]
      }
    }
    let count = Int(CommandLine.arguments[1])!
    all.reserveCapacity(count)
    for number in 0..<count {
      if number % (count / 50) == 0 { plant() }
      let item = Item(number)
      item.next = all.last
      all.append(item)
    }
    last = nil
    print(clearStack())
    """#

  @Test(arguments: TestTier.isCheck ? [100_000, 10_000_000] : [100_000])
  func `fifty cycles are found among many objects, and nothing else`(count: Int) async throws {
    let recorded = try await RecordedHeap.compiling(
      Self.program,
      "main.swift",
      ["swiftc", "-O"],
      ["\(count)"]
    )
    let heap = try #require(recorded.snapshots.last)
    #expect(heap.live("Item") == count && heap.leaked("Item") == 0)
    #expect(heap.leaks.map(\.cycle) == [["Left.right", "Right.left"]])
    #expect(heap.leaks.map(\.count) == [50])
    #expect(heap.leaked == HeapSnapshot.Amount(blocks: 100, bytes: 100 * 24))
    let root = try #require(heap.roots.first)
    #expect(root.name == "global all" && root.retained.blocks == count + 1)
    #expect(heap.holders("Item").contains("Item.next"))
    #expect(heap.holders("Item").contains("_ContiguousArrayStorage<Item>[]"))
  }

  @Test func `objects of C++ that hold Swift's, and are held by them, are named by their classes`()
    async throws
  {
    let folder = FileManager.default.temporaryDirectory.appending(path: "cxx-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    func write(_ text: String, _ name: String) throws -> String {
      let file = folder.appending(path: name)
      try Data(text.utf8).write(to: file)
      return file.path
    }
    let cxx = try write(
      #"""
      namespace net {
      struct Listener {
        void *owner = nullptr;
        virtual ~Listener() {}
      };
      }
      extern "C" void *make_listener(void *owner) {
        auto *listener = new net::Listener;
        listener->owner = owner;
        return listener;
      }
      """#,
      "listener.cpp"
    )
    let swift = try write(
      #"""
      @_silgen_name("make_listener")
      func makeListener(_ owner: UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
      final class Owner {
        var listener: UnsafeMutableRawPointer?
      }
      nonisolated(unsafe) var kept: UnsafeMutableRawPointer?
      @inline(never) func plant() {
        for _ in 0..<4 {
          let owner = Owner()
          owner.listener = makeListener(Unmanaged.passRetained(owner).toOpaque())
        }
        kept = makeListener(Unmanaged.passRetained(Owner()).toOpaque())
      }
      @inline(never) func clearStack() -> Int {
        withUnsafeTemporaryAllocation(of: Int.self, capacity: 4096) { words in
          for place in words.indices { words[place] = 0 }
          return words[7]
        }
      }
      plant()
      print(clearStack())
      """#,
      "main.swift"
    )
    let object = folder.appending(path: "listener.o").path
    let program = folder.appending(path: "program").path
    try await RecordedHeap.succeed(["clang++", "-O1", "-c", "-o", object, cxx])
    try await RecordedHeap.succeed(["swiftc", "-O", "-o", program, swift, object, "-lstdc++"])
    let heap = try #require(try await RecordedHeap(program).snapshots.last)
    #expect(heap.live("net::Listener") == 5 && heap.leaked("net::Listener") == 4)
    #expect(heap.live("Owner") == 5 && heap.leaked("Owner") == 4)
    // The compiler has unrolled the loop: each has a stack of its own.
    #expect(heap.leaks.map(\.count).reduce(0, +) == 4)
    for leak in heap.leaks { #expect(Set(leak.cycle) == ["Owner.listener", "net::Listener+8"]) }
    #expect(heap.types("net::Listener").map(\.kind) == [.cxx])
  }

  @Test
  func `in mode sampled the types of the sampled blocks are told, and nothing of who holds them`()
    async throws
  {
    let recorded = try await RecordedHeap(
      "\(RecordedHeap.folder)/HeapProgram",
      mode: .sampled
    )
    let heap = try #require(recorded.snapshots.last)
    #expect(heap.isSampled && heap.leaks.isEmpty && heap.roots.isEmpty)
    #expect(heap.blocks.count == heap.live.blocks)
  }
}
