import SampleFiles

/// A wait of a thread for a lock, and who held that meanwhile.
struct LockWait {
  /// How it is known that a thread held a lock.
  enum Evidence: Int, Comparable {
    /// The lock itself had its owner in it.
    case owner
    /// It had waited for the same lock, and went on as nobody else did.
    case handOver
    /// It alone ran meanwhile, so nobody else can have released the lock.
    case alone

    static func < (left: Evidence, right: Evidence) -> Bool { left.rawValue < right.rawValue }
  }

  struct Hold {
    let thread: SampleProfile.ThreadID
    let range: Range<UInt64>
    let evidence: Evidence
    /// The function of the program in which the thread had waited for the lock; `nil` if it isn't known to have.
    let taker: LockTaker?
  }

  let thread: SampleProfile.ThreadID
  let range: Range<UInt64>
  let stack: Int32
  /// Where the lock is; `nil` if unknown.
  fileprivate(set) var address: UInt64?
  /// Whether other processes may hold it: who ran here tells nothing.
  fileprivate var isShared = false
  /// Whether the thread is known to have gone on at its end.
  fileprivate let hasEnded: Bool
}

/// The waits for locks of a recording, of those that were long enough for a stack.
///
/// The holder changes only when a waiting thread is woken. So the waits of others that end meanwhile cut a wait into pieces, each with one
/// holder.
struct LockWaits {
  private struct Key: Hashable {
    let process: Int32
    let address: UInt64
  }

  /// A stack that waits for a lock: what took it, of the program and of the C library.
  private struct LockStack {
    let taker: LockTaker?
    let function: String?
  }

  /// What is known of a lock, in the order of time.
  private struct History {
    var owners: [(time: UInt64, thread: Int32)] = []
    /// The waits that end at these times.
    var ends: [(time: UInt64, wait: Int)] = []
  }

  private(set) var waits: [LockWait] = []
  let profile: SampleProfile
  private let threads: [Int32: [ThreadTimeline]]
  /// When threads waited for work, in the order of time.
  private var idle: [SampleProfile.ThreadID: [Range<UInt64>]] = [:]
  /// Those that have been looked at; `nil` for one that waits for something else.
  private var lockStacks: [Int32: LockStack?] = [:]
  private var histories: [Key: History] = [:]
  private var byThread: [SampleProfile.ThreadID: Range<Int>] = [:]
  /// The functions of the program that took a lock and had to wait for it; those of locks whose address isn't known are at 0.
  private var takers: [Key: Set<Int32>] = [:]

  /// Finds the waits and the holders.
  ///
  /// - Complexity: Proportional to the number of waits, times its logarithm.
  init(_ profile: SampleProfile) {
    self.profile = profile
    threads = Dictionary(grouping: profile.threads.values, by: \.process)
    let idle = profile.stacks.stacksWaitingForWork()
    for timeline in profile.threads.values { find(in: timeline, idle) }
    for (place, wait) in waits.enumerated() {
      guard let key = key(of: wait), wait.hasEnded else { continue }
      histories[key, default: History()].ends.append((wait.range.upperBound, place))
    }
    for key in Array(histories.keys) {
      histories[key]?.owners.sort { $0.time < $1.time }
      histories[key]?.ends.sort { $0.time < $1.time }
    }
  }

  /// The wait of a thread that began at a time; `nil` if it wasn't for a lock.
  func wait(of thread: SampleProfile.ThreadID, at time: UInt64) -> LockWait? {
    guard let range = byThread[thread] else { return nil }
    let place = waits[range].firstIndex(after: time, by: \.range.lowerBound) - 1
    return place >= range.lowerBound && waits[place].range.contains(time) ? waits[place] : nil
  }

  /// Whether a function of the program took a lock and had to wait for it.
  func isTaker(_ function: Int32, of wait: LockWait) -> Bool {
    takers[Key(process: wait.thread.process, address: wait.address ?? 0)]?.contains(function)
      ?? false
  }

  private func key(of wait: LockWait) -> Key? {
    wait.address.map { Key(process: wait.thread.process, address: $0) }
  }

  /// The function of the program that took a lock, in the stack of a wait.
  func taker(in stack: Int32) -> LockTaker? { (lockStacks[stack] ?? nil)?.taker }

  private mutating func lockStack(_ stack: Int32) -> LockStack? {
    if let known = lockStacks[stack] { return known }
    let stacks = profile.stacks
    var found: LockStack?
    if stacks.waitKind(of: stack) == .lock {
      let names = stacks.functions(of: stack).prefix(8).map(\.name)
      found = LockStack(taker: stacks.taker(in: stack), function: SeenLock.function(in: names))
    }
    lockStacks[stack] = .some(found)
    return found
  }

  private mutating func find(in timeline: ThreadTimeline, _ idle: Set<Int32>) {
    let first = waits.count
    let looks = profile.looks[timeline.id] ?? []
    for (place, stretch) in timeline.stretches.enumerated()
    where stretch.state == .waiting && stretch.stack >= 0 {
      if idle.contains(stretch.stack) {
        self.idle[timeline.id, default: []].append(stretch.begin..<timeline.end(of: place))
      }
      guard let stack = lockStack(stretch.stack) else { continue }
      let next = place + 1
      var wait = LockWait(
        thread: timeline.id,
        range: stretch.begin..<timeline.end(of: place),
        stack: stretch.stack,
        hasEnded: next < timeline.stretches.count && timeline.stretches[next].state != .gone
      )
      let look = looks.firstIndex(after: wait.range.upperBound, by: \.time) - 1
      if look >= 0, looks[look].time >= stretch.begin { note(looks[look], &wait, stack) }
      let key = Key(process: timeline.process, address: wait.address ?? 0)
      if let taker = stack.taker { takers[key, default: []].insert(taker.function) }
      waits.append(wait)
    }
    if waits.count > first { byThread[timeline.id] = first..<waits.count }
  }

  private mutating func note(_ look: FutexLook, _ wait: inout LockWait, _ stack: LockStack) {
    let lock = SeenLock(look.futex, in: stack.function)
    wait.address = lock.address
    wait.isShared = lock.isShared
    let key = Key(process: wait.thread.process, address: lock.address)
    // Threads of another namespace know themselves by other numbers, and there is no such thread here.
    guard let owner = lock.owner, owner != wait.thread.thread,
      profile.threads[SampleProfile.ThreadID(process: key.process, thread: owner)] != nil
    else { return }
    histories[key, default: History()].owners.append((look.time, owner))
  }

  // MARK: - Holders

  /// The pieces of a wait in order, but for those of which nobody knows the holder.
  ///
  /// - Complexity: Proportional to the number of waits of others for the same lock that end in it; for locks that don't tell their owner
  ///   also to the number of threads.
  func holds(in wait: LockWait) -> [LockWait.Hold] {
    let history = key(of: wait).flatMap { histories[$0] } ?? History()
    // Looks from outside don't tell in which order threads ran, and nor does a recording with losses; then only the lock itself tells.
    let isOrdered =
      profile.description.engine != .timers && profile.lost == 0 && !wait.isShared
    var holds: [LockWait.Hold] = []
    var begin = wait.range.lowerBound
    var predecessor: Int?
    func add(upTo end: UInt64, isReleased: Bool) {
      guard begin < end else { return }
      let piece = begin..<end
      let found =
        owner(in: piece, wait, history)
        ?? (isOrdered ? predecessor.flatMap { handOver(to: $0, in: piece, wait) } : nil)
        ?? (isOrdered && isReleased ? onlyOne(in: piece, wait) : nil)
      if let found { holds.append(found) }
    }
    var place = history.ends.firstIndex(after: begin, by: \.time)
    while place < history.ends.count, history.ends[place].time < wait.range.upperBound {
      let end = history.ends[place]
      add(upTo: end.time, isReleased: true)
      (begin, predecessor) = (end.time, end.wait)
      place += 1
    }
    add(upTo: wait.range.upperBound, isReleased: wait.hasEnded)
    return holds
  }

  private func owner(
    in piece: Range<UInt64>,
    _ wait: LockWait,
    _ history: History
  ) -> LockWait.Hold? {
    var place = history.owners.firstIndex(after: piece.lowerBound, by: \.time)
    while place < history.owners.count, history.owners[place].time < piece.upperBound {
      let owner = history.owners[place].thread
      if owner != wait.thread.thread { return hold(owner, piece, .owner, wait) }
      place += 1
    }
    return nil
  }

  /// The thread that has waited before a piece of another's wait held the lock, unless it waited for it again.
  private func handOver(
    to predecessor: Int,
    in piece: Range<UInt64>,
    _ wait: LockWait
  ) -> LockWait.Hold? {
    let before = waits[predecessor]
    guard before.thread != wait.thread, let range = byThread[before.thread] else { return nil }
    let next = predecessor + 1
    if next < range.upperBound, waits[next].address == wait.address,
      waits[next].range.lowerBound < piece.upperBound
    {
      return nil
    }
    return hold(before.thread.thread, piece, .handOver, wait, predecessor: before)
  }

  /// The only thread that can have released a lock at the end of a piece of a wait; `nil` if there are several.
  ///
  /// It must have run to do so, and had no lock to release if it waited for work meanwhile, or for the same lock until that was released.
  private func onlyOne(in piece: Range<UInt64>, _ wait: LockWait) -> LockWait.Hold? {
    var found: Int32?
    for timeline in threads[wait.thread.process] ?? [] where timeline.id != wait.thread {
      guard timeline.times(in: piece).running > 0,
        let first = timeline.stretches.first, first.begin < piece.lowerBound,
        !waitsForWork(timeline, in: piece), !waitsForSame(timeline.id, as: wait)
      else { continue }
      guard found == nil else { return nil }
      found = timeline.thread
    }
    return found.flatMap { hold($0, piece, .alone, wait) }
  }

  private func waitsForWork(_ timeline: ThreadTimeline, in range: Range<UInt64>) -> Bool {
    let waits = idle[timeline.id] ?? []
    let last = waits.firstIndex(after: range.upperBound - 1, by: \.lowerBound) - 1
    return last >= 0 && waits[last].overlaps(range)
  }

  /// Whether a thread waited for the same lock until it was woken too.
  private func waitsForSame(_ thread: SampleProfile.ThreadID, as wait: LockWait) -> Bool {
    guard let range = byThread[thread] else { return false }
    let last = waits[range].firstIndex(after: wait.range.upperBound, by: \.range.lowerBound) - 1
    return last >= range.lowerBound && waits[last].address == wait.address
      && waits[last].range.overlaps(wait.range)
  }

  private func hold(
    _ thread: Int32,
    _ range: Range<UInt64>,
    _ evidence: LockWait.Evidence,
    _ wait: LockWait,
    predecessor: LockWait? = nil
  ) -> LockWait.Hold {
    let id = SampleProfile.ThreadID(process: wait.thread.process, thread: thread)
    // How it got the lock, if it had to wait for that.
    let before = predecessor ?? self.wait(before: range.lowerBound, of: id, address: wait.address)
    return LockWait.Hold(
      thread: id,
      range: range,
      evidence: evidence,
      taker: before.flatMap { self.taker(in: $0.stack) }
    )
  }

  /// The wait of a thread for a lock that ended at a time.
  private func wait(
    before time: UInt64,
    of thread: SampleProfile.ThreadID,
    address: UInt64?
  ) -> LockWait? {
    guard let range = byThread[thread], address != nil else { return nil }
    let place = waits[range].firstIndex(after: time, by: \.range.upperBound) - 1
    guard place >= range.lowerBound else { return nil }
    let wait = waits[place]
    return wait.range.upperBound == time && wait.address == address ? wait : nil
  }
}
