import Glibc
package import SuiteErrors

/// Makes a snapshot of a frozen process.
package enum HeapAnalysis {
  /// How much of what may be long is kept.
  enum Limit {
    static let sites = 64
    static let holders = 12
    static let leaks = 256
    static let roots = 32
  }

  /// Reads the blocks of a process that stands still, and what they hold.
  ///
  /// - Parameters:
  ///   - process: The frozen copy.
  ///   - heap: The address of its `HamonHeap`.
  ///   - metadata: First words of blocks that have gone, whose types are told too.
  ///   - isOwn: If blocks were noted only after a time, which of them leaks are asked of: one of a cycle is enough. What was allocated
  ///     before holds what it leads to, and nothing but leaks is told.
  /// - Returns: The snapshot, without when and why it was taken.
  /// - Throws: `SuiteError` if it can't be read, or ends meanwhile.
  package static func snapshot(
    ofCopy process: Int32,
    heap: UInt64,
    metadata: [UInt64] = [],
    leaksOf isOwn: ((_ address: UInt64, _ stack: UInt32) -> Bool)? = nil
  ) throws(SuiteError) -> HeapSnapshot {
    guard let image = ProcessImage(of: process) else {
      throw SuiteError(
        "process \(process)",
        "its memory can't be read",
        remedy: "record it as the same user, where processes may trace others of their user"
      )
    }
    let start = seconds()
    let table = try HeapTable(image, at: heap, isPartial: isOwn != nil)
    var snapshot = snapshot(of: table, image, metadata, isOwn ?? { _, _ in true })
    // What couldn't be read any more would have held what it led to.
    guard image.isThere else {
      throw SuiteError(
        "process \(process)",
        "the copy ended while it was read",
        remedy: "record again, with more memory"
      )
    }
    snapshot.seconds = seconds() - start
    return snapshot
  }

  private static func snapshot(
    of table: consuming HeapTable,
    _ image: ProcessImage,
    _ metadata: [UInt64],
    _ isOwn: (_ address: UInt64, _ stack: UInt32) -> Bool
  ) -> HeapSnapshot {
    let symbols = ImageSymbols(image)
    let stacks = table.stacks
    let functions = SiteFunctions(image, symbols) { stacks.frames(of: $0, image) }
    let types = HeapTypes(image, functions)
    let index = BlockIndex(table.blocks, count: table.count)
    let scan = HeapScan(image, table, index, types)
    var result = HeapSnapshot()
    result.process = table.process
    // A block: itself, its type, its place, its mark, and 52 bytes for dominators; a reference, and the way back.
    result.workingBytes =
      table.count * (16 + 4 + 8 + 1 + 52) + scan.graph.edgeCount * 12 + index.bytes
    result.isSampled = table.isSampled
    result.conservatism.unknownBlocks = table.unknownBlocks
    result.conservatism.unstoppedThreads = table.threads.count { !$0.isStopped }
    if table.isSampled {
      Assembly.addAmounts(to: &result, table, scan.types, types) { _ in true }
      for block in 0..<table.count {
        result.blocks.append(
          HeapSnapshot.Block(address: table.blocks[block].address, type: Int(scan.types[block]))
        )
      }
    } else {
      let roots = HeapRoots(image, table, index, symbols)
      let mark = HeapMark(scan.graph, roots.references)
      result.conservatism.insideWords = scan.insideWords + roots.insideWords
      Assembly.addAmounts(to: &result, table, scan.types, types) { mark.isHeld($0) }
      Assembly.addConservatism(to: &result, table, mark)
      let cycles = HeapCycles(
        scan.graph,
        isHeld: { mark.isHeld($0) },
        rank: { types.all[Int(scan.types[$0])].rank },
        size: { table.blocks[$0].size }
      )
      Assembly.addLeaks(to: &result, cycles, table, scan.types, types, image, isOwn)
      if table.isPartial { return result }
      let names = RootNames(image, symbols, main: table.process)
      Assembly.addHolders(to: &result, scan, mark, roots, types, names)
      Assembly.addRetained(to: &result, scan, roots, table, names)
    }
    for address in metadata {
      if let number = types.type(ofMetadata: address) { result.metadata[address] = number }
    }
    for (number, type) in types.all.enumerated() where type.metadata != 0 {
      result.metadata[type.metadata] = number
    }
    Assembly.addNewTypes(to: &result, types)
    return result
  }

  private static func seconds() -> Double {
    var time = timespec()
    // SAFETY: the structure outlives the call.
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension HeapType {
  /// How much such a block makes of a cycle: `HeapCycles`.
  var rank: Int {
    switch kind {
    case .plain, .sideTable: 0
    case .taskMemory, .task, .box: 1
    default: 2
    }
  }
}
