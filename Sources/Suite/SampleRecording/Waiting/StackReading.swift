import CMachine
import Glibc
import SampleFiles

/// The callers of a thread that waits in the kernel, read from outside while it doesn't move.
///
/// 1. The kernel reports where a thread waits and where its stack ends (proc(5), `syscall`), to processes that may trace it: its own
///    user's, or only its parents if the system is set so.
/// 2. Functions of the C library, in which threads wait, keep no frame pointer. So from the innermost word on, each address in code after a
///    call counts as a caller, until a frame record is found: a pointer to a record further out, next to such an address.
/// 3. From there on the records are followed. Before the first record, an address left from an earlier call may be mistaken for a caller;
///    after it there are no such mistakes.
struct StackReading {
  /// How many words of the stack are copied, and how many of these are searched for the first record.
  private static let words = 4096
  private static let searched = 256
  /// The maximum of callers in a stack, and of callers before the first record.
  private static let depth = 127
  private static let loose = 12

  private var words = [UInt64](repeating: 0, count: StackReading.words)
  /// What the last read thread waits at.
  private(set) var wait = SampledWait()
  private var stops = StoppedProcesses()

  /// Reads the addresses of a thread from the innermost; `nil` if it runs, or may not be read.
  mutating func addresses(ofThread thread: Int32, process: Int32, in code: CodeMaps) -> [UInt64]? {
    // SAFETY: the path is a string for the call; the array has so many words, and the others outlive the call.
    let file = unsafe open("/proc/\(process)/task/\(thread)/syscall", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var stack: UInt64 = 0
    var futex = cmachine_futex()
    let count = unsafe cmachine_read_waiting(file, process, &stack, &words, words.count, &futex)
    guard count > 1, stack > 0 else { return nil }
    wait = SampledWait(isStopped: stops.contains(process, thread), futex: SampledWait.Futex(futex))
    return Self.addresses(
      words: words[..<count],
      stack: stack,
      isCode: { code.contains($0, of: process) },
      followCalls: { Self.followCalls($0, in: process) }
    )
  }

  /// Finds the callers in a copy of the stack.
  ///
  /// - Parameters:
  ///   - words: The address where it waits, then the words of its stack.
  ///   - stack: The address of the first of these.
  ///   - isCode: Whether an address is in code.
  ///   - followCalls: Whether there are calls before some addresses.
  /// - Returns: The address where it waits, and its callers.
  static func addresses(
    words: ArraySlice<UInt64>,
    stack: UInt64,
    isCode: (UInt64) -> Bool,
    followCalls: ([UInt64]) -> [Bool]
  ) -> [UInt64] {
    var found = [words[words.startIndex]]
    let words = Array(words.dropFirst())
    let end = min(words.count, searched)
    let places = (0..<end).filter { isCode(words[$0]) }
    let areCalls = followCalls(places.map { words[$0] })
    let returns = Set(zip(places, areCalls).filter(\.1).map(\.0))
    /// The place of the record that the word at a place points to.
    func record(_ pointer: UInt64, after place: Int) -> Int? {
      guard pointer % 8 == 0, pointer > stack else { return nil }
      let next = Int(clamping: (pointer - stack) / 8)
      return next > place + 1 && next + 1 < words.count ? next : nil
    }
    var place = 0
    while place < end, found.count <= loose {
      if returns.contains(place + 1), let next = record(words[place], after: place),
        isCode(words[next + 1])
      {
        var current = place
        while found.count < depth, isCode(words[current + 1]) {
          found.append(words[current + 1])
          guard let next = record(words[current], after: current) else { break }
          current = next
        }
        break
      }
      if returns.contains(place) { found.append(words[place]) }
      place += 1
    }
    return found
  }

  private static func followCalls(_ addresses: [UInt64], in process: Int32) -> [Bool] {
    // SAFETY: both arrays have so many elements, and outlive the call.
    unsafe [Bool](unsafeUninitializedCapacity: addresses.count) { buffer, count in
      unsafe buffer.initialize(repeating: false)
      unsafe cmachine_follow_calls(process, addresses, buffer.baseAddress, addresses.count)
      count = addresses.count
    }
  }
}
