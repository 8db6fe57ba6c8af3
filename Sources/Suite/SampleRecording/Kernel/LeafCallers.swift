import CMachine
import ObjectFiles
import SampleFiles

/// Completes the stacks of the kernel's samples with the callers of functions that keep no frame record.
///
/// The kernel follows frame records. Leaf functions and functions of the C library have none, so their callers are missing from the stack.
/// Therefore the kernel copies the innermost words of the stack with each sample. An address there, inside the innermost record, counts as
/// a caller if the instruction before it calls the function in question: directly, to a place not far before it; or by any call if it is
/// the innermost word, where a function without a record has its caller.
///
/// Records are written without the copies, in the form of all others.
struct LeafCallers {
  private enum Call {
    case none, indirect
    case direct(UInt64)
  }

  /// The maximum length of a function.
  private static let longest: UInt64 = 1 << 16
  /// How many calls of a process are remembered.
  private static let remembered = 1 << 16

  private var calls: [Int32: [UInt64: Call]] = [:]

  /// Forgets the calls of a process whose code has changed.
  mutating func forget(_ process: Int32) { calls[process] = nil }

  /// A sample with its whole stack.
  mutating func completed(_ record: PerfRecord, _ code: CodeMaps) -> [UInt8] {
    let process = record.process
    var addresses: [UInt64] = []
    var kernel: [UInt64] = []
    for place in 0..<record.addressCount {
      let address = record.address(place)
      guard address < PerfRecord.firstMark else { continue }
      if PerfRecord.isOfKernel(address) {
        kernel.append(address)
        continue
      }
      // A frame register that holds something else can point anywhere.
      guard addresses.isEmpty || code.contains(address, of: process) else { break }
      addresses.append(address)
    }
    if let innermost = addresses.first {
      addresses.insert(contentsOf: callers(of: innermost, record, code), at: 1)
    }
    var sample = RecordBuilder(.sample, miscellaneous: record.miscellaneous)
    for word in 0..<6 { sample.append(record.long(8 * word)) }
    if !kernel.isEmpty { kernel.insert(PerfRecord.kernelMark, at: 0) }
    sample.append(UInt64(kernel.count + addresses.count + 1))
    for address in kernel { sample.append(address) }
    sample.append(PerfRecord.userMark)
    for address in addresses { sample.append(address) }
    return sample.finished()
  }

  private mutating func callers(
    of innermost: UInt64,
    _ record: PerfRecord,
    _ code: CodeMaps
  ) -> [UInt64] {
    // After the addresses: the kind of the registers, the frame, the stack, the size of the copy, and the copy.
    let end = record.start + PerfRecord.callChainOffset + 8 + 8 * record.addressCount
    guard cmachine_samples_stack(), record.bytes.long(end) != 0 else { return [] }
    let (frame, stack) = (record.bytes.long(end + 8), record.bytes.long(end + 16))
    let size = Int(clamping: record.bytes.long(end + 24))
    guard size > 0, end + 40 + size <= record.start + record.size else { return [] }
    let copied = min(size, Int(clamping: record.bytes.long(end + 32 + size)))
    var found: [UInt64] = []
    var callee = innermost
    for offset in stride(from: 0, to: copied - 7, by: 8) {
      if frame >= stack, stack + UInt64(offset) >= frame { break }
      let address = record.bytes.long(end + 32 + offset)
      guard code.contains(address, of: record.process) else { continue }
      switch call(before: address, in: record.process) {
      case .none: continue
      case .indirect: guard offset == 0 else { continue }
      case .direct(let target):
        guard offset == 0 || (target <= callee && callee - target < Self.longest) else { continue }
      }
      found.append(address)
      callee = address
    }
    return found
  }

  private mutating func call(before address: UInt64, in process: Int32) -> Call {
    if let call = calls[process]?[address] { return call }
    if (calls[process]?.count ?? 0) >= Self.remembered { calls[process] = nil }
    var target: UInt64 = 0
    // SAFETY: the number outlives the call.
    let call: Call =
      switch unsafe cmachine_call_before(process, address, &target) {
      case cmachine_direct_call: .direct(target)
      case cmachine_indirect_call: .indirect
      default: .none
      }
    calls[process, default: [:]][address] = call
    return call
  }
}
