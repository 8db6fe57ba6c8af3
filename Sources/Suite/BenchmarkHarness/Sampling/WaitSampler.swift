import CMachine
import Glibc
import SuiteErrors
import Synchronization

/// Samples where one thread of this process waits, by another thread that looks now and then.
///
/// The kernel tells of a thread that waits where its stack ends (proc(5): `syscall`), to any user. The callers are found
/// there as the addresses that lie in loaded code behind a call: functions of the C library, in which threads
/// wait, keep no frame pointers. So one that was left over from an earlier call may be among them.
final class WaitSampler: Sendable {
  /// How many words of the stack are looked at.
  private static let words = 192
  /// How many callers a stack has at most.
  private static let depth = 12

  private struct Counts {
    var looks = 0
    var stacks: [[UInt64]: Int] = [:]
  }

  private enum State: Int, AtomicRepresentable {
    case paused, looking, ended
  }

  private let file: Int32
  /// How long it waits between two looks, in nanoseconds.
  private let period: Int
  private let code: [Range<UInt64>]
  private let state = Atomic(State.paused)
  private let counts = Mutex(Counts())

  /// Opens a sampler of the calling thread; it doesn't look yet.
  ///
  /// - Throws: ``SuiteError`` where the system doesn't tell, or gives no further thread.
  init(period: UInt64) throws(SuiteError) {
    self.period = Int(period)
    var code: [Range<UInt64>] = []
    LoadedObject.each { code.append($0.code) }
    self.code = code
    let path = "/proc/thread-self/syscall"
    // SAFETY: the string outlives the call.
    file = unsafe Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else {
      throw SuiteError(path, "it can't be read (\(SystemReason.text()))", remedy: "mount /proc")
    }
  }

  deinit { close(file) }

  /// Starts the thread that looks.
  ///
  /// - Throws: ``SuiteError`` if the system gives none.
  func open() throws(SuiteError) -> Looking {
    let retained = unsafe Unmanaged.passRetained(self)
    var thread = pthread_t()
    // SAFETY: the pointer carries one retain, which the new thread takes over; if there is none, it is given back.
    let code = unsafe pthread_create(&thread, nil, Self.run, retained.toOpaque())
    guard code == 0 else {
      unsafe retained.release()
      throw SuiteError(
        "pthread_create",
        "there is no thread to sample with (\(SystemReason.text(code)))",
        remedy: "raise `ulimit -u`"
      )
    }
    return Looking(sampler: self, thread: thread)
  }

  private func look() {
    var words = [UInt64](repeating: 0, count: Self.words)
    var pause = timespec(tv_sec: 0, tv_nsec: period)
    while true {
      // SAFETY: the struct outlives the call.
      unsafe clock_nanosleep(CLOCK_MONOTONIC, 0, &pause, nil)
      switch state.load(ordering: .acquiring) {
      case .ended: return
      case .paused: continue
      case .looking: break
      }
      // SAFETY: the array has so many words.
      let count = unsafe cmachine_read_waiting(file, 0, nil, &words, words.count)
      let stack = count == 0 ? [] : callers(words.prefix(count))
      counts.withLock { counts in
        // Who was told to pause meanwhile waits for the next request.
        guard state.load(ordering: .acquiring) == .looking else { return }
        counts.looks += 1
        if !stack.isEmpty { counts.stacks[stack, default: 0] += 1 }
      }
    }
  }

  /// The place where it waits, and the addresses on the stack that calls go back to.
  private func callers(_ words: ArraySlice<UInt64>) -> [UInt64] {
    var stack = Array(words.prefix(1))
    for word in words.dropFirst() where stack.count < Self.depth {
      // Seven bytes before it is the farthest that is looked at.
      guard code.contains(where: { $0.contains(word) && $0.contains(word - 8) }),
        cmachine_follows_call(word)
      else { continue }
      stack.append(word)
    }
    return stack
  }

  private static let run: @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
    pointer in
    guard let pointer = unsafe pointer else { return nil }
    // SAFETY: the pointer is the one that `open` made of a retained sampler for this thread only.
    let sampler = unsafe Unmanaged<WaitSampler>.fromOpaque(pointer).takeRetainedValue()
    sampler.look()
    return nil
  }

  /// The thread that looks; it ends with this.
  final class Looking {
    private let sampler: WaitSampler
    private let thread: pthread_t

    fileprivate init(sampler: WaitSampler, thread: pthread_t) {
      self.sampler = sampler
      self.thread = thread
    }

    deinit {
      sampler.state.store(.ended, ordering: .releasing)
      pthread_join(thread, nil)
    }

    /// Begins to look.
    func start() { sampler.state.store(.looking, ordering: .releasing) }

    /// Stops; a look that is under way doesn't count.
    func stop() {
      sampler.counts.withLock { _ in sampler.state.store(.paused, ordering: .releasing) }
    }

    /// How often it has looked.
    var looks: Int { sampler.counts.withLock { $0.looks } }

    /// How often it has found the thread waiting, by the stack from the innermost address on.
    var stacks: [[UInt64]: Int] { sampler.counts.withLock { $0.stacks } }
  }
}
