import CHeapLayout
import Foundation
import HeapImages
import MemoryFiles
import SampleAnalysis
import SampleFiles
package import SuiteErrors

extension MemoryProfile {
  package static func exists(inTrace directory: String) -> Bool {
    !MemoryDirectory(ofTrace: directory).files.isEmpty
  }

  /// Reads the memory of a trace.
  ///
  /// - Complexity: Proportional to the sizes of the files, and the number of sampled blocks times its logarithm.
  /// - Throws: ``SuiteError`` if the names of functions, or all of the files, can't be read.
  package init(inTrace directory: String) throws(SuiteError) {
    let folder = MemoryDirectory(ofTrace: directory)
    let symbols =
      FileManager.default.fileExists(atPath: folder.symbols)
      ? try SampleSymbols(path: folder.symbols) : SampleSymbols()
    self.init(StackTable(symbols, tellsAddresses: true))
    var snapshots: [HeapSnapshot] = []
    for path in folder.snapshots {
      do {
        let data = try Data(contentsOf: URL(filePath: path))
        snapshots.append(try JSONDecoder().decode(HeapSnapshot.self, from: data))
      } catch {
        faults.append("\(path): it is no snapshot that this hamon can read")
      }
    }
    snapshots.sort { ($0.time, $0.number) < ($1.time, $1.number) }
    let (files, executed) = (folder.files, folder.executed)
    for path in files {
      do throws(SuiteError) {
        add(try MemoryFile(path: path), snapshots, hasExecuted: executed.contains(path))
      } catch {
        // The other processes can still be told.
        guard files.count > 1 else { throw error }
        faults.append("\(error)")
      }
    }
    processes.sort { ($0.span.lowerBound, $0.id) < ($1.span.lowerBound, $1.id) }
  }

  /// Adds a process, with those of the snapshots that are its own; `hasExecuted` if it became another program.
  mutating func add(_ file: MemoryFile, _ snapshots: [HeapSnapshot], hasExecuted: Bool = false) {
    let id = file.header.pid
    let command = (file.command.first ?? "").split(separator: "/").last.map(String.init)
    let title = "\(command ?? "process") (\(id))"
    let end = file.header.end == 0 ? file.lastTime : file.header.end
    var process = Process(
      id: id,
      command: command ?? "process",
      rate: file.header.rate,
      span: file.header.start..<max(file.header.start, end)
    )
    faults += file.faults + file.failures.map { "\(title): \($0.text)" }
    if file.header.end == 0, !hasExecuted {
      faults.append("\(title): it was killed, or went on when the recording ended")
    }
    if file.header.untracked > 0 {
      faults.append("\(title): \(file.header.untracked) blocks were not noted, for want of memory")
    }
    for image in file.images { stacks.note(image) }
    let own = snapshots.filter {
      $0.process == id && process.span.lowerBound <= $0.time && $0.time <= end
    }
    var names = StackNumbers(file)
    process.snapshots = own.map { snapshot($0, &names) }
    process.blocks = file.blocks.map { block in
      Block(
        time: block.time,
        freed: block.freed ?? Self.never,
        thread: block.thread,
        size: block.size,
        stack: names.number(of: block.stack, &stacks),
        type: Self.unknownType
      )
    }
    nameTypes(&process, file, own)
    if file.isWhole { count(&process, file, &names) } else { process.estimateTotals() }
    processes.append(process)
  }

  /// The numbers in `MemoryProfile.stacks` of a file's stacks.
  private struct StackNumbers {
    let file: MemoryFile
    private var numbers: [UInt32: Int32] = [:]

    init(_ file: MemoryFile) { self.file = file }

    mutating func number(of stack: UInt32, _ table: inout StackTable) -> Int32 {
      if let number = numbers[stack] { return number }
      // A call is before the address that it returns to.
      let addresses = file.stack(stack).map { $0 &- 1 }
      let number = table.stack(of: addresses, in: file.header.pid)
      numbers[stack] = number
      return number
    }
  }

  private mutating func place(ofType entry: HeapSnapshot.TypeEntry) -> Int32 {
    // Whatever isn't Swift's is told by the functions that made it.
    entry.kind == .plain ? Self.unknownType : types.place(of: entry.name)
  }

  private mutating func snapshot(
    _ snapshot: HeapSnapshot,
    _ names: inout StackNumbers
  ) -> Snapshot {
    var made = Snapshot(
      number: snapshot.number,
      reason: snapshot.label.isEmpty ? snapshot.reason : snapshot.label,
      time: snapshot.time,
      isLast: snapshot.reason == "end"
    )
    // Several stacks of addresses may be one of functions.
    var sites: [Key: (live: MemoryAmount, leaked: MemoryAmount)] = [:]
    for entry in snapshot.types {
      let type = place(ofType: entry)
      for site in entry.sites {
        let key = Key(stack: names.number(of: site.stack, &stacks), type: type)
        sites[key, default: (MemoryAmount(), MemoryAmount())].live += MemoryAmount(site.live)
        sites[key, default: (MemoryAmount(), MemoryAmount())].leaked += MemoryAmount(site.leaked)
      }
      // A snapshot has the stacks with most bytes only.
      let (live, leaked) = entry.sites.reduce(into: (MemoryAmount(), MemoryAmount())) {
        $0.0 += MemoryAmount($1.live)
        $0.1 += MemoryAmount($1.leaked)
      }
      let rest = MemoryAmount(entry.live).subtracting(live)
      if rest.blocks > 0 {
        let key = Key(stack: stacks.number(of: []), type: type)
        sites[key, default: (MemoryAmount(), MemoryAmount())].live += rest
        let lost = MemoryAmount(entry.leaked).subtracting(leaked)
        sites[key, default: (MemoryAmount(), MemoryAmount())].leaked += lost
      }
    }
    made.sites = sites.map {
      Snapshot.Site(key: $0.key, live: $0.value.live, leaked: $0.value.leaked)
    }
    guard !snapshot.isSampled else { return made }
    made.leaks = snapshot.leaks.map { leak in
      Leak(
        types: leak.types.map { snapshot.types[$0].name },
        cycle: leak.cycle,
        count: UInt64(leak.count),
        bytes: UInt64(leak.leaked.bytes),
        stacks: leak.stacks.map { names.number(of: $0, &stacks) }
      )
    }
    made.holders = snapshot.types.filter { !$0.holders.isEmpty && $0.kind != .plain }.map { entry in
      Holders(
        type: entry.name,
        live: MemoryAmount(entry.live),
        holders: entry.holders.filter(\.isStrong).map {
          Holders.Holder(name: $0.place, count: UInt64($0.count))
        },
        dominated: UInt64(entry.retained.bytes)
      )
    }
    made.globals = snapshot.roots.map { Global(name: $0.name, bytes: UInt64($0.retained.bytes)) }
    made.doubts = Self.doubts(snapshot.conservatism)
    return made
  }

  /// How much of a mark is guessed, a line each.
  private static func doubts(_ conservatism: HeapSnapshot.Conservatism) -> [String] {
    var doubts: [String] = []
    let guesses = [
      (
        conservatism.heldByStacksOnly,
        "words on stacks and in registers lead, which may be left over"
      ),
      (conservatism.heldByInsideOnly, "words that lead to their inside do"),
    ]
    for (amount, words) in guesses where amount.blocks > 0 {
      doubts.append(
        "Counted as held, and maybe leaked: \(amount.blocks) blocks (\(MemoryAmount(amount).text)) to which only \(words)."
      )
    }
    if conservatism.unstoppedThreads > 0 {
      doubts.append(
        "\(conservatism.unstoppedThreads) threads went on while the memory was copied: what they hold may be told as leaked."
      )
    }
    if conservatism.unknownBlocks > 0 {
      doubts.append(
        "\(conservatism.unknownBlocks) blocks were not noted: what they hold may be told as leaked."
      )
    }
    return doubts
  }

  /// Finds the types of sampled blocks: by their address in a snapshot, by their first word when they were freed, or because their stack
  /// makes one type only.
  private mutating func nameTypes(
    _ process: inout Process,
    _ file: MemoryFile,
    _ snapshots: [HeapSnapshot]
  ) {
    var metadata: [UInt64: Int32] = [:]
    for snapshot in snapshots {
      for (address, type) in snapshot.metadata {
        metadata[address] = place(ofType: snapshot.types[type])
      }
    }
    // The types of sampled blocks in each snapshot, the latest first.
    let addresses = snapshots.filter { !$0.blocks.isEmpty }.reversed().map { snapshot in
      let types = snapshot.blocks.map { ($0.address, place(ofType: snapshot.types[$0.type])) }
      return (time: snapshot.time, types: Dictionary(types, uniquingKeysWith: { $1 }))
    }
    var ofStack: [Int32: Set<Int32>] = [:]
    for snapshot in process.snapshots {
      for site in snapshot.sites { ofStack[site.key.stack, default: []].insert(site.key.type) }
    }
    for (place, block) in file.blocks.enumerated() {
      var type = block.freed == nil ? nil : metadata[block.words.0]
      for known in addresses where type == nil && process.blocks[place].isLive(at: known.time) {
        type = known.types[block.address]
      }
      guard let type else { continue }
      process.blocks[place].type = type
      ofStack[process.blocks[place].stack, default: []].insert(type)
    }
    for (place, block) in process.blocks.enumerated() where block.type == Self.unknownType {
      if let only = ofStack[block.stack], only.count == 1, let type = only.first {
        process.blocks[place].type = type
      }
    }
  }

  /// Takes the sums by stack, and those over time.
  private mutating func count(
    _ process: inout Process,
    _ file: MemoryFile,
    _ names: inout StackNumbers
  ) {
    func counts(_ sums: [UInt32: HamonSum], _ names: inout StackNumbers) -> [Int32: Counts] {
      var counts: [Int32: Counts] = [:]
      for (stack, sum) in sums {
        counts[names.number(of: stack, &stacks), default: Counts()] += Counts(sum)
      }
      return counts
    }
    process.counts = counts(file.sums, &names)
    process.peakCounts = counts(file.peakSums, &names)
    process.totals = file.totals.map { totals in
      Total(
        time: totals.record.time,
        live: MemoryAmount(blocks: totals.live_blocks, bytes: totals.live_bytes),
        allocated: MemoryAmount(blocks: totals.allocated_blocks, bytes: totals.allocated_bytes)
      )
    }
    let all = (process.counts ?? [:]).values.reduce(into: Counts()) { $0 += $1 }
    let last = Total(time: process.span.upperBound, live: all.live, allocated: all.allocated)
    process.totals.append(last)
    let peak = MemoryAmount(blocks: file.header.peak_blocks, bytes: file.header.peak_bytes)
    process.peak =
      file.header.peak_time == 0
      ? last : Total(time: file.header.peak_time, live: peak, allocated: MemoryAmount())
  }
}

extension MemoryAmount {
  init(_ amount: HeapSnapshot.Amount) {
    self.init(blocks: UInt64(max(0, amount.blocks)), bytes: UInt64(max(0, amount.bytes)))
  }
}

extension MemoryProfile.Counts {
  init(_ sum: HamonSum) {
    // A thread's own sums may be added a little later.
    let blocks = sum.allocated_blocks - min(sum.freed_blocks, sum.allocated_blocks)
    let bytes = sum.allocated_bytes - min(sum.freed_bytes, sum.allocated_bytes)
    self.init(
      allocated: MemoryAmount(blocks: sum.allocated_blocks, bytes: sum.allocated_bytes),
      freed: MemoryAmount(blocks: sum.freed_blocks, bytes: sum.freed_bytes),
      live: MemoryAmount(blocks: blocks, bytes: bytes)
    )
  }
}
