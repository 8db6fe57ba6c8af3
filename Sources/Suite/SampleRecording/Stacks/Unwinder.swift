import ObjectFiles
import SampleFiles

/// Finds who called the function in which a thread is, in a copy of the thread's stack.
///
/// 1. A caller is found by what the program's file says of the function (``UnwindRules``). So functions that keep no frame pointer, as
///    those of the C library and libdispatch, lose no caller.
/// 2. Code of which nothing is known, as that which is generated at run time, is taken to keep a frame pointer.
/// 3. Behind the end of the copy the chain of frame records goes on, which was followed when the copy was made. It holds for as long as
///    each function keeps a frame pointer; the first that doesn't is the last that is told.
/// 4. The callers of an asynchronous function aren't on the stack, but in the contexts of its task, to which a word below its frame record
///    leads (`AsynchronousCallers.swift`).
/// 5. Nothing else is taken for a caller. A stack of which the rest can't be known ends there.
package struct Unwinder {
  /// A copy of the innermost part of a stack.
  struct Copy {
    let bytes: NativeBytes
    /// Where it is in these, in bytes.
    let range: Range<Int>
    /// The address of the first word.
    let address: UInt64
    /// Whether the stack has more.
    var isCut = false

    /// The word at an address; `nil` if it isn't in the copy.
    func word(_ place: UInt64) -> UInt64? {
      guard place >= address, range.count >= 8, place - address <= UInt64(range.count - 8),
        (place - address) % 8 == 0
      else { return nil }
      return bytes.long(range.lowerBound + Int(place - address))
    }
  }

  /// What was found by following frame pointers while the thread stood still.
  struct Chain {
    /// The address to which each frame record returns.
    var callers: [UInt64] = []
    /// The functions that await the task of the function with such a record, if it is asynchronous, by the place in ``callers``.
    var awaiting: [Int: Awaiting] = [:]
  }

  /// The functions that wait for an asynchronous one, from the innermost: they are on no stack.
  struct Awaiting: Equatable {
    /// One byte behind where they go on.
    var addresses: [UInt64]
    /// Whether the last of them is the first of its task.
    var isWhole = true

    init(_ addresses: some Sequence<UInt64>) {
      self.addresses = addresses.filter { $0 != 0 }
      isWhole = addresses.allSatisfy { $0 != 0 }
    }
  }

  /// What was found.
  package struct Walk {
    package var addresses: [UInt64]
    package var end = End.unknown
    /// Whether some asynchronous function is awaited by others than those that were found.
    var missesAwaiting = false
  }

  /// Where a walk has ended: where the thread began; where a copy ends that hasn't the whole stack, or its chain; elsewhere.
  package enum End { case whole, tooDeep, unknown }

  /// The maximum of addresses in a stack: as many words as are ever copied, and half of what a record has room for.
  private static let depth = 4096
  /// Swift's mark of frames with an asynchronous context.
  private static let asynchronous: UInt64 = 1 << 60
  /// How much of a stack is searched for a frame record, in bytes.
  private static let searched: UInt64 = 4096

  var rules = UnwindRules()

  package init() {}

  /// Forgets a process whose code has changed, or that has ended.
  package mutating func forget(_ process: Int32) { rules.forget(process) }

  /// Finds the callers in a stack.
  ///
  /// - Parameters:
  ///   - registers: Those of the innermost function, as far as they are known.
  ///   - copy: Its stack.
  ///   - chain: What else is known of it.
  ///   - process: Its process.
  ///   - code: Where that has code.
  ///   - isStopped: Whether the thread still is where the copy was made. Then a frame pointer that isn't known is searched for.
  /// - Returns: The addresses from the innermost.
  /// - Complexity: Proportional to the number of the addresses.
  mutating func addresses(
    from registers: KeptRegisters,
    _ copy: Copy,
    _ chain: Chain = Chain(),
    of process: Int32,
    in code: AddressSpaces,
    isStopped: Bool = false
  ) -> [UInt64] {
    walk(from: registers, copy, chain, of: process, in: code, isStopped: isStopped).addresses
  }

  /// The addresses, where they end, and whether some are missing.
  mutating func walk(
    from registers: KeptRegisters,
    isReturn: Bool = false,
    _ copy: Copy,
    _ chain: Chain = Chain(),
    of process: Int32,
    in code: AddressSpaces,
    isStopped: Bool = false
  ) -> Walk {
    guard var address = registers[.rip] else { return Walk(addresses: []) }
    var registers = registers
    var found = Walk(addresses: [address])
    let records = Self.records(from: registers[.rbp], in: copy, chain)
    /// Behind a call the address may be that of another function.
    var isReturn = isReturn
    while found.addresses.count < Self.depth {
      let place = isReturn ? address &- 1 : address
      let entry = rules.entry(at: place, of: process, in: code)
      let known = isReturn ? entry.rule : rules.runningRule(at: place, entry, of: process)
      let rule = known ?? .framePointer
      // System V ABI for AMD64, 3.4.1: the frame pointer is 0 where a program begins, as in the linker's first function, of which no file
      // says anything.
      if rule.isOutermost || known == nil && registers[.rbp] == 0 {
        found.end = .whole
        return found
      }
      if isStopped, rule.needsFramePointer, registers[.rbp] == nil, let stack = registers[.rsp] {
        registers[.rbp] = frameRecord(ofFunctionAt: place, from: stack, copy, process, code)
      }
      let record = rule.followsFramePointer ? registers[.rbp].flatMap(records.firstIndex) : nil
      guard let caller = rule.caller(of: registers, word: copy.word) else {
        let isWhole =
          record.map { follow(chain, from: $0, place, of: process, in: code, &found) } ?? false
        found.end = isWhole ? .whole : copy.isCut ? .tooDeep : .unknown
        return found
      }
      guard let end = caller[.rsp], end > registers[.rsp] ?? 0, let next = caller[.rip],
        code.contains(rule.isInterruption ? next : next &- 1, of: process)
      else { break }
      if entry.asynchronous != nil {
        let context =
          rule.followsFramePointer ? registers[.rbp].flatMap { copy.word($0 &- 8) } : nil
        let awaiting =
          isStopped
          ? context.flatMap { Awaiting(ofContext: $0, of: process) }
          : record.flatMap { chain.awaiting[$0] }
        addAwaiting(awaiting, ofFunctionAt: place, isReturn, of: process, in: code, to: &found)
      } else if !entry.isOfTasks,
        rules.entry(at: next &- 1, of: process, in: code).isOfTasks
      {
        // One that has no frame record is called by who runs its task, as are executors' own functions.
        found.missesAwaiting = true
      }
      registers = caller
      registers[.rbp] = Self.unmarked(caller[.rbp])
      (address, isReturn) = (next, !rule.isInterruption)
      add(rule.isInterruption ? next &+ 1 : next, of: process, in: code, to: &found)
    }
    return found
  }

  private static func unmarked(_ frame: UInt64?) -> UInt64? { frame.map { $0 & ~asynchronous } }

  /// The places of frame records, as far as the copy has them, and the first behind it.
  private static func records(from first: UInt64?, in copy: Copy, _ chain: Chain) -> [UInt64] {
    var records: [UInt64] = []
    var next = first
    while let record = next, record > records.last ?? 0, records.count < chain.callers.count {
      records.append(record)
      next = unmarked(copy.word(record))
    }
    return records
  }

  /// Adds the callers of the function at an address, from its frame record on; returns whether they go on to where the thread began.
  private mutating func follow(
    _ chain: Chain,
    from record: Int,
    _ address: UInt64,
    of process: Int32,
    in code: AddressSpaces,
    _ found: inout Walk
  ) -> Bool {
    var entry = rules.entry(at: address, of: process, in: code)
    for place in record..<chain.callers.count where found.addresses.count < Self.depth {
      let caller = chain.callers[place]
      guard code.contains(caller &- 1, of: process) else { return false }
      if entry.asynchronous != nil {
        let awaiting = chain.awaiting[place]
        addAwaiting(awaiting, ofFunctionAt: address, true, of: process, in: code, to: &found)
      }
      add(caller, of: process, in: code, to: &found)
      entry = rules.entry(at: caller &- 1, of: process, in: code)
      let rule = entry.rule ?? .framePointer
      guard rule.followsFramePointer else { return rule.isOutermost }
    }
    return false
  }

  /// Adds a caller, unless hamon has put it there.
  private mutating func add(
    _ caller: UInt64,
    of process: Int32,
    in code: AddressSpaces,
    to found: inout Walk
  ) {
    if !rules.entry(at: caller &- 1, of: process, in: code).isOwn { found.addresses.append(caller) }
  }

  /// Finds the frame record of a function whose frame pointer isn't known.
  ///
  /// The beginning of the function tells how far out it is, unless that changes later on. Then it is searched for.
  ///
  /// It lies further out than all that the function itself has on the stack, where there may be some that are left from earlier calls. From
  /// the right one the callers go on to where the thread began. So the first counts from which they do, behind a call that may be that of
  /// this function. The call of another is less likely, but may be that of a stub that jumps here. In a copy that hasn't the whole stack,
  /// the one counts from which most callers are found up to its end.
  private mutating func frameRecord(
    ofFunctionAt place: UInt64,
    from stack: UInt64,
    _ copy: Copy,
    _ process: Int32,
    _ code: AddressSpaces
  ) -> UInt64? {
    let function = rules.start(of: place, of: process, in: code)
    func isLikely(_ caller: UInt64) -> Bool? {
      guard code.contains(caller &- 1, of: process) else { return nil }
      switch rules.call(before: caller, in: process) {
      case .none: return nil
      case .indirect: return true
      case .direct(let target):
        return target == function || rules.start(of: target, of: process, in: code) != target
      }
    }
    if let height = rules.frameHeight(at: place, of: process, in: code) {
      let record = stack &+ UInt64(bitPattern: Int64(height))
      // Also behind the call of another function, which jumps here at its end.
      if copy.word(record &+ 8).flatMap(isLikely) != nil { return record }
    }
    var unlikely: UInt64?
    var deepest: (record: UInt64, count: Int)?
    for record in stride(from: stack, to: stack &+ Self.searched, by: 8) {
      guard let frame = copy.word(record), let caller = copy.word(record &+ 8) else { break }
      guard let isLikely = isLikely(caller), isLikely || unlikely == nil else { continue }
      var registers = KeptRegisters()
      registers[.rip] = caller
      registers[.rsp] = record &+ 16
      registers[.rbp] = Self.unmarked(frame)
      let found = walk(from: registers, isReturn: true, copy, of: process, in: code)
      if found.end == .tooDeep, isLikely, found.addresses.count > deepest?.count ?? 1 {
        deepest = (record, found.addresses.count)
      }
      guard found.end == .whole else { continue }
      if isLikely { return record }
      unlikely = record
    }
    return unlikely ?? deepest?.record
  }
}
