// Unwinds the stacks of threads that a debugger has stopped, as recordings do: what tools/callers compares with gdb's.
//
// Each line of the input is one thread: its process, and its registers rip, rbx, rbp, rsp and r12 to r15. Each gets two lines: what a
// sample of it would have, with where the stack ends first, then what a look at it would find if it waited there. Addresses are from the
// innermost. Memory and mappings are those of the process, which has to stand still.

import CMachine
import Glibc
import ObjectFiles
import SampleFiles
import SampleRecording

/// One stopped thread.
struct StoppedThread {
  /// kernel.perf_event_max_stack, unless it was changed.
  private static let chainLimit = 127

  let process: Int32
  let address: UInt64
  /// Those of `KeptRegister`, but for the last, in its order.
  let registers: [UInt64]

  init?(_ line: String) {
    let numbers = line.split(separator: " ").compactMap { UInt64($0) }
    guard numbers.count == 9, let process = Int32(exactly: numbers[0]) else { return nil }
    self.process = process
    address = numbers[1]
    registers = Array(numbers[2...])
  }

  private var frame: UInt64 { registers[KeptRegister.rbp.rawValue] }
  private var stack: UInt64 { registers[KeptRegister.rsp.rawValue] }

  /// The memory at an address, as far as there is any.
  private func memory(at address: UInt64, size: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: size)
    // SAFETY: the array has so many bytes.
    let count = unsafe cmachine_read_memory(process, address, &bytes, size)
    return Array(bytes.prefix(count))
  }

  private func words(at address: UInt64, count: Int) -> [UInt64] {
    let bytes = memory(at: address, size: 8 * count)
    // SAFETY: the array outlives the call.
    return unsafe bytes.withUnsafeBytes { memory in
      let words = unsafe NativeBytes(memory)
      return (0..<bytes.count / 8).map { words.long(8 * $0) }
    }
  }

  /// The chain of frame records, as the kernel follows it: `perf_callchain_user` of arch/x86/events/core.c.
  private var chain: [UInt64] {
    var (chain, record) = ([address], frame)
    while chain.count < Self.chainLimit, record < 1 << 47 {
      let words = words(at: record, count: 2)
      guard words.count == 2 else { break }
      chain.append(words[1])
      record = words[0]
    }
    return chain
  }

  /// The sample that the kernel would take.
  private var sample: [UInt8] {
    var record = RecordBuilder(.sample, miscellaneous: PerfRecord.Bits.userMode)
    let chain = [PerfRecord.userMark] + chain
    record.append(UInt64(1))
    record.append(address)
    record.append(process)
    record.append(process)
    for word in [1, 0, 1, UInt64(chain.count)] + chain { record.append(word) }
    // PERF_SAMPLE_REGS_ABI_64
    for word in [2] + registers { record.append(word) }
    let size = cmachine_sampled_stack()
    let stack = memory(at: stack, size: size)
    record.append(UInt64(size))
    record.append(stack + [UInt8](repeating: 0, count: size - stack.count))
    record.append(UInt64(stack.count))
    return record.finished()
  }

  func sampled(_ unwinder: inout Unwinder, _ code: AddressSpaces) -> Unwinder.Walk? {
    let sample = sample
    // SAFETY: the array outlives the call.
    return unsafe sample.withUnsafeBytes { memory in
      PerfRecord(unsafe NativeBytes(memory), at: 0).flatMap { unwinder.completed($0, code).walk }
    }
  }

  func looked(_ unwinder: inout Unwinder, _ code: AddressSpaces) -> [UInt64] {
    let words = [address] + words(at: stack, count: StackReading.words - 1)
    return unwinder.addresses(ofWaiting: words[...], stack: stack, of: process, in: code)
  }
}

var (unwinder, code) = (Unwinder(), AddressSpaces())
while let line = readLine() {
  guard let thread = StoppedThread(line) else { break }
  for mapping in LoadedCode.identifiedMappings(of: thread.process) {
    if let changed = code.take(mapping) { unwinder.forget(changed) }
  }
  let walk = thread.sampled(&unwinder, code)
  print(walk.map { "\($0.end)" } ?? "none", words(walk?.addresses ?? []))
  print("looked", words(thread.looked(&unwinder, code)))
  fflush(nil)
}

func words(_ addresses: [UInt64]) -> String { addresses.map { "\($0)" }.joined(separator: " ") }
