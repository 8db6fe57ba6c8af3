/// The states of a thread, of the kernel's counts at each look.
extension PolledThreads {
  /// The kernel's counts of a thread.
  struct Counts: Equatable {
    var running: UInt64 = 0
    var ready: UInt64 = 0
    var slices: UInt64 = 0
  }

  /// The result of a look.
  struct Look {
    let time: UInt64
    let counts: Counts
    let isWaiting: Bool
    /// Whether the counts are current, not those of the last tick.
    var isExact = false
  }

  /// The maximum delay of the kernel's count of a running thread, in nanoseconds.
  private static let tick = MonotonicClock.tick ?? 10_000_000

  /// What was derived for a thread from look to look.
  struct Account {
    private(set) var time: UInt64
    private(set) var state: ThreadState
    /// Its counts when first seen, with the reported times added since.
    private var first: Counts
    private var told = Counts()
    private(set) var slices: UInt64
    private(set) var running: UInt64

    init(time: UInt64, state: ThreadState = .running, counts: Counts = Counts()) {
      self.time = time
      self.state = state
      first = counts
      slices = counts.slices
      running = counts.running
    }

    /// Takes a look; returns the thread's states since the last one, and when they began.
    mutating func take(_ look: Look) -> [(state: ThreadState, time: UInt64)] {
      guard look.time > time else { return [] }
      let wall = look.time - time
      var running = min(wall, excess(look.counts.running, first.running + told.running))
      var ready = min(wall - running, excess(look.counts.ready, first.ready + told.ready))
      let hasStayed = look.counts.slices == slices
      if hasStayed, !look.isWaiting {
        switch state {
        case .running:
          // It still runs; or it was taken off its processor, and then nothing was counted for longer than a tick.
          let late = look.isExact ? 0 : min(wall - running, PolledThreads.tick)
          if look.isExact || look.counts.running > self.running || wall <= 2 * PolledThreads.tick {
            running += late
          }
          ready = wall - running
        case .ready: (running, ready) = (0, wall)
        // It was woken meanwhile; its times appear in the counts once it runs.
        case .waiting: (running, ready) = (0, 0)
        }
      }
      let waiting = wall - running - ready
      let before = look.isWaiting ? (state == .waiting ? waiting / 2 : 0) : waiting
      var changes: [(state: ThreadState, time: UInt64)] = []
      var place = time
      for (piece, length) in [
        (ThreadState.waiting, before), (.ready, ready), (.running, running),
        (.waiting, waiting - before),
      ] where length > 0 {
        if piece != state { changes.append((piece, place)) }
        state = piece
        place += length
      }
      if hasStayed, !look.isWaiting, state == .waiting {
        changes.append((.ready, look.time))
        state = .ready
      }
      told.running += running
      told.ready += ready
      self.slices = look.counts.slices
      self.running = look.counts.running
      time = look.time
      return changes
    }

    private func excess(_ counted: UInt64, _ told: UInt64) -> UInt64 {
      counted > told ? counted - told : 0
    }
  }

  enum ThreadState: Equatable { case running, ready, waiting }
}
