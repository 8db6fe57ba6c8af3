/// Who held a lock for most of a wait, and what that did meanwhile.
struct LockHolding {
  /// The threads that held it in turn, all in one function.
  let threads: Set<SampleProfile.ThreadID>
  /// The function of the program that held it, with its caller if that may be meant; `nil` if unknown.
  let holder: String?
  /// The function of the program that waited, with its caller if the same function held the lock; `nil` if unknown.
  let waiter: String?
  let activity: ThreadActivity
  /// Where they computed or waited; `nil` if that is the function itself, or unknown.
  let place: String?
  /// What most of it is known by.
  let evidence: LockWait.Evidence
}

extension LockWaits {
  /// The share of a holder's stacks that a function must be in to have held the lock: a stack may be from before or after.
  private static let mostStacks = 0.8

  /// A function that held a lock, or a thread of which none is known.
  enum Holder: Hashable {
    /// Whether it is known to take locks.
    case function(LockTaker, isKnown: Bool)
    case thread(Int32)
  }

  /// What a thread did while it held a lock.
  struct Story {
    let holder: Holder
    let activity: ThreadActivity
    let stack: Int32?
  }

  /// What is known of threads while they held locks: that is the same for all that waited meanwhile.
  struct Stories {
    fileprivate struct Key: Hashable {
      let thread: SampleProfile.ThreadID
      let range: Range<UInt64>
      let address: UInt64?
    }

    fileprivate var known: [Key: Story] = [:]
    fileprivate var kinds: [Int32: WaitKind] = [:]
  }

  private struct Group {
    var time: UInt64 = 0
    var threads: Set<SampleProfile.ThreadID> = []
    /// The time by what it is known by, and by what was done.
    var evidence: [LockWait.Evidence: UInt64] = [:]
    var activities: [ThreadActivity: UInt64] = [:]
    var stacks: [ThreadActivity: [Int32: UInt64]] = [:]

    mutating func add(_ hold: LockWait.Hold, _ story: Story) {
      let length = UInt64(hold.range.count)
      time += length
      threads.insert(hold.thread)
      evidence[hold.evidence, default: 0] += length
      activities[story.activity, default: 0] += length
      if let stack = story.stack {
        stacks[story.activity, default: [:]][stack, default: 0] += length
      }
    }
  }

  /// Finds who held the lock for most of a wait.
  ///
  /// - Parameters:
  ///   - wait: The wait.
  ///   - stories: Kept between calls, saves finding them again.
  /// - Returns: The holder; `nil` if nobody knows.
  func holding(of wait: LockWait, _ stories: inout Stories) -> LockHolding? {
    let waiter = taker(in: wait.stack)
    var groups: [Holder: Group] = [:]
    for hold in holds(in: wait) {
      let key = Stories.Key(thread: hold.thread, range: hold.range, address: wait.address)
      let story = stories.known[key] ?? story(of: hold, wait, &stories)
      stories.known[key] = story
      groups[story.holder, default: Group()].add(hold, story)
    }
    guard let (holder, group) = groups.max(by: { $0.value.time < $1.value.time }),
      2 * group.time >= wait.range.count
    else { return nil }
    let activity = Self.most(group.activities) ?? .unknown
    let isRunning = [.computed, .faulted, .ready].contains(activity)
    let stack = group.stacks[activity].flatMap(Self.most)
    let place = stack.flatMap { profile.stacks.place(of: $0, isWaiting: !isRunning)?.inner }
    var name: String?
    var isSame = false
    if case .function(let taker, let isKnown) = holder {
      isSame = taker.function == waiter?.function
      name = profile.stacks.name(of: taker, withCaller: isSame || !isKnown)
    }
    return LockHolding(
      threads: group.threads,
      holder: name,
      waiter: waiter.map { profile.stacks.name(of: $0, withCaller: isSame) },
      activity: activity,
      place: place.flatMap { name?.hasPrefix("`\($0)`") ?? false ? nil : $0 },
      evidence: Self.most(group.evidence) ?? .alone
    )
  }

  private static func most<Key>(_ times: [Key: UInt64]) -> Key? {
    times.max { $0.value < $1.value }?.key
  }

  private func story(
    of hold: LockWait.Hold,
    _ wait: LockWait,
    _ stories: inout Stories
  ) -> Story {
    var sums = StackSums()
    if let timeline = profile.threads[hold.thread] {
      sums.add(timeline, in: hold.range, period: profile.period)
    }
    let (activity, stack) = profile.stacks.activity(in: sums, &stories.kinds)
    return Story(holder: holder(hold, sums, wait), activity: activity, stack: stack)
  }

  /// The function that held a lock.
  ///
  /// It is one in which the thread has waited for the lock; otherwise it is in nearly all of the thread's stacks meanwhile. One of these that
  /// is known to take the lock is it. If there is none, it is the innermost one or what called that: the lock was taken there, or above.
  private func holder(
    _ hold: LockWait.Hold,
    _ sums: StackSums,
    _ wait: LockWait
  ) -> Holder {
    if let taker = hold.taker { return .function(taker, isKnown: true) }
    let common = commonFunctions(sums)
    let known = common.firstIndex { isTaker($0, of: wait) }
    guard let place = known ?? common.indices.first else { return .thread(hold.thread.thread) }
    let taker = LockTaker(
      function: common[place],
      caller: profile.stacks.caller(of: common[place], in: common)
    )
    return .function(taker, isKnown: known != nil)
  }

  /// The functions of the program that are in nearly all of some stacks, the innermost first.
  private func commonFunctions(_ sums: StackSums) -> [Int32] {
    let table = profile.stacks
    var all: UInt64 = 0
    var weights: [Int32: UInt64] = [:]
    let stacks = sums.running.merging(sums.waiting, uniquingKeysWith: +)
    for (stack, time) in stacks {
      all += time
      for function in Set(table.stacks[Int(stack)]) { weights[function, default: 0] += time }
    }
    let main = stacks.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key
    return main.map { table.stacks[Int($0)] }?.filter {
      !table.functions[Int($0)].isOfSystem
        && Double(weights[$0] ?? 0) >= Double(all) * Self.mostStacks
    } ?? []
  }
}

extension LockHolding {
  /// The holder, and how sure that is, as a clause about a lock: "`report()` held on thread 5, which computed".
  var words: String {
    let doubt = evidence == .owner ? "" : "probably "
    let doing = "which \(clause)"
    let numbers = threads.map { "\($0.thread)" }.sorted()
    let thread = numbers.count == 1 ? "thread \(numbers[0])" : "\(numbers.count) threads"
    guard let holder else { return "\(doubt)\(thread) held, \(doing)" }
    return "\(doubt)\(holder) held on \(thread), \(doing)"
  }

  /// What it did meanwhile, as the clause of a sentence.
  var clause: String { activity.phrase + (place.map { " in `\($0)`" } ?? "") }
}
