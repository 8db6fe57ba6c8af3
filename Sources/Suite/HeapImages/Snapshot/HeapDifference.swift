/// What grew between two snapshots of a process.
package struct HeapDifference: Sendable {
  /// The change of a type, or of one of its places.
  package struct Change: Sendable {
    package let name: String
    package let module: String
    package let kind: HeapSnapshot.Kind
    /// `nil` for all of the type.
    package let stack: UInt32?
    package let live: HeapSnapshot.Amount
    package let leaked: HeapSnapshot.Amount
  }

  /// A leak that was found more often.
  package struct LeakChange: Sendable {
    package let leak: HeapSnapshot.Leak
    package let types: [String]
    package let count: Int
    package let bytes: Int
  }

  /// By type, those that grew most first; what has shrunk comes last.
  package let types: [Change]
  /// By type and stack.
  package let sites: [Change]
  package let leaks: [LeakChange]

  private struct Key: Hashable {
    let name: String
    let module: String
    let kind: HeapSnapshot.Kind
    let stack: UInt32?
  }

  /// Compares two snapshots: types by their names, for numbers are of one snapshot.
  package init(from first: HeapSnapshot, to second: HeapSnapshot) {
    var sums: [Key: (live: HeapSnapshot.Amount, leaked: HeapSnapshot.Amount)] = [:]
    func add(_ snapshot: HeapSnapshot, _ sign: Int) {
      func add(_ key: Key, _ live: HeapSnapshot.Amount, _ leaked: HeapSnapshot.Amount) {
        var sum = sums[key] ?? (HeapSnapshot.Amount(), HeapSnapshot.Amount())
        sum.live += HeapSnapshot.Amount(blocks: sign * live.blocks, bytes: sign * live.bytes)
        sum.leaked += HeapSnapshot.Amount(blocks: sign * leaked.blocks, bytes: sign * leaked.bytes)
        sums[key] = sum
      }
      for type in snapshot.types {
        add(
          Key(name: type.name, module: type.module, kind: type.kind, stack: nil),
          type.live,
          type.leaked
        )
        for site in type.sites {
          let key = Key(name: type.name, module: type.module, kind: type.kind, stack: site.stack)
          add(key, site.live, site.leaked)
        }
      }
    }
    add(first, -1)
    add(second, 1)
    let none = HeapSnapshot.Amount()
    let changes = sums.filter { $0.value.live != none || $0.value.leaked != none }.map { key, sum in
      Change(
        name: key.name,
        module: key.module,
        kind: key.kind,
        stack: key.stack,
        live: sum.live,
        leaked: sum.leaked
      )
    }.sorted {
      ($0.live.bytes, $0.live.blocks, $1.name, $1.stack ?? 0)
        > ($1.live.bytes, $1.live.blocks, $0.name, $0.stack ?? 0)
    }
    types = changes.filter { $0.stack == nil }
    sites = changes.filter { $0.stack != nil }
    leaks = Self.leaks(from: first, to: second)
  }

  private static func leaks(from first: HeapSnapshot, to second: HeapSnapshot) -> [LeakChange] {
    struct Key: Hashable {
      let cycle: [String]
      let types: [String]
      let stacks: [UInt32]
    }
    func key(_ leak: HeapSnapshot.Leak, _ snapshot: HeapSnapshot) -> Key {
      // The number of an element is that of one example.
      let cycle = leak.cycle.map { $0.replacing(#/\[\d+\]/#, with: "[]") }
      return Key(
        cycle: cycle,
        types: leak.types.map { snapshot.types[$0].name },
        stacks: leak.stacks
      )
    }
    let before = Dictionary(
      first.leaks.map { (key($0, first), $0) },
      uniquingKeysWith: { first, _ in first }
    )
    return second.leaks.compactMap { leak in
      let key = key(leak, second)
      let count = leak.count - (before[key]?.count ?? 0)
      let bytes = leak.leaked.bytes - (before[key]?.leaked.bytes ?? 0)
      guard count > 0 || bytes > 0 else { return nil }
      return LeakChange(leak: leak, types: key.types, count: count, bytes: bytes)
    }
  }
}
