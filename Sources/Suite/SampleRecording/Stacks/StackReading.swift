import CMachine
import Glibc
import ObjectFiles
package import SampleFiles

/// The callers of a thread that waits in the kernel, read from outside while it doesn't move.
///
/// The kernel reports where a thread waits and where its stack ends (proc(5), `syscall`), to processes that may trace it: its own user's,
/// or only its parents if the system is set so. It doesn't tell the frame pointer: that is found on the stack, where functions save it.
package struct StackReading {
  /// How many words of the stack are copied.
  package static let words = 4096

  private var words = [UInt64](repeating: 0, count: StackReading.words)
  /// What the last read thread waits at.
  private(set) var wait = SampledWait()
  private var stops = StoppedProcesses()

  /// Reads the addresses of a thread from the innermost; `nil` if it runs, or may not be read.
  mutating func addresses(
    ofThread thread: Int32,
    process: Int32,
    in code: AddressSpaces,
    _ unwinder: inout Unwinder
  ) -> [UInt64]? {
    // SAFETY: the path is a string for the call; the array has so many words, and the others outlive the call.
    let file = unsafe open("/proc/\(process)/task/\(thread)/syscall", O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var stack: UInt64 = 0
    var futex = cmachine_futex()
    let count = unsafe cmachine_read_waiting(file, process, &stack, &words, words.count, &futex)
    guard count > 1, stack > 0 else { return nil }
    wait = SampledWait(isStopped: stops.contains(process, thread), futex: SampledWait.Futex(futex))
    return unwinder.addresses(ofWaiting: words[..<count], stack: stack, of: process, in: code)
  }
}

extension Unwinder {
  /// Finds the callers of a waiting thread.
  ///
  /// - Parameters:
  ///   - words: The address where it waits, then the words of its stack.
  ///   - stack: The address of the first of these.
  ///   - process: Its process.
  ///   - code: Where that has code.
  /// - Returns: The addresses from the innermost.
  package mutating func addresses(
    ofWaiting words: ArraySlice<UInt64>,
    stack: UInt64,
    of process: Int32,
    in code: AddressSpaces
  ) -> [UInt64] {
    var registers = KeptRegisters()
    registers[.rip] = words.first
    registers[.rsp] = stack
    // SAFETY: the words are there for the call.
    return unsafe words.dropFirst().withUnsafeBytes { memory in
      let copy = Copy(
        bytes: unsafe NativeBytes(memory),
        range: 0..<memory.count,
        address: stack,
        isCut: words.count >= StackReading.words
      )
      return addresses(from: registers, copy, of: process, in: code, isStopped: true)
    }
  }
}
