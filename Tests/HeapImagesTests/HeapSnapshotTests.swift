import Foundation
import SuiteErrors
import Testing

@testable import HeapImages

@Suite struct HeapSnapshotTests {
  /// A snapshot of one type, of which one stack has made so much.
  private static func snapshot(
    _ name: String,
    _ live: Int,
    leaks: [(cycle: [String], count: Int)] = []
  ) -> HeapSnapshot {
    var snapshot = HeapSnapshot()
    var other = HeapSnapshot.TypeEntry(name: "Other", module: "Shop", kind: .object)
    other.live = HeapSnapshot.Amount(blocks: 1, bytes: 16)
    var type = HeapSnapshot.TypeEntry(name: name, module: "Shop", kind: .object)
    type.live = HeapSnapshot.Amount(blocks: live, bytes: 16 * live)
    var site = HeapSnapshot.Site(stack: 7)
    site.live = type.live
    type.sites = [site]
    snapshot.types = [other, type]
    snapshot.leaks = leaks.map { leak in
      HeapSnapshot.Leak(
        cycle: leak.cycle,
        types: [1],
        stacks: [7],
        count: leak.count,
        leaked: HeapSnapshot.Amount(blocks: leak.count, bytes: 16 * leak.count)
      )
    }
    return snapshot
  }

  @Test func `a difference has what grew, by type and by stack, and not what is the same`() {
    let difference = HeapDifference(
      from: Self.snapshot("Node", 3),
      to: Self.snapshot("Node", 10)
    )
    #expect(difference.types.map(\.name) == ["Node"])
    #expect(difference.types[0].live == HeapSnapshot.Amount(blocks: 7, bytes: 112))
    #expect(difference.sites.map(\.stack) == [7])
    #expect(difference.leaks.isEmpty)
  }

  @Test func `types that are new or gone are told, the new ones first`() {
    let difference = HeapDifference(from: Self.snapshot("Old", 3), to: Self.snapshot("New", 2))
    #expect(difference.types.map(\.name) == ["New", "Old"])
    #expect(difference.types.map(\.live.blocks) == [2, -3])
  }

  @Test func `the same leak of another element is the same`() {
    let difference = HeapDifference(
      from: Self.snapshot("Node", 3, leaks: [(["Array<Node>[3]", "Node.all"], 2), (["A.b"], 1)]),
      to: Self.snapshot("Node", 3, leaks: [(["Array<Node>[7]", "Node.all"], 5), (["A.b"], 1)])
    )
    #expect(difference.leaks.map(\.count) == [3])
    #expect(difference.leaks.map(\.bytes) == [48])
  }

  @Test func `a snapshot survives its file`() throws {
    var snapshot = Self.snapshot("Node", 3, leaks: [(["Node.next"], 2)])
    snapshot.metadata = [0x7fff_0000_1000: 1]
    let read = try JSONDecoder().decode(
      HeapSnapshot.self,
      from: JSONEncoder().encode(snapshot)
    )
    #expect(read.types.map(\.name) == ["Other", "Node"])
    #expect(read.leaks.map(\.cycle) == [["Node.next"]])
    #expect(read.metadata == snapshot.metadata)
  }

  @Test func `a process that isn't there, and one without a table, are refused`() {
    #expect(throws: SuiteError.self) {
      try HeapAnalysis.snapshot(ofCopy: Int32.max, heap: 4096)
    }
    for address: UInt64 in [0, 4096, UInt64.max - 4] {
      let error = #expect(throws: SuiteError.self) {
        try HeapAnalysis.snapshot(ofCopy: getpid(), heap: address)
      }
      #expect("\(error.map { "\($0)" } ?? "")".contains("its table of blocks can't be read"))
    }
  }
}
