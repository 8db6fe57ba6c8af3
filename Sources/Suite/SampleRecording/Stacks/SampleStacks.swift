import CMachine
import ObjectFiles
package import SampleFiles

extension Unwinder {
  /// How many addresses a record has room for, with marks.
  private static let most = (Int(UInt16.max) - PerfRecord.callChainOffset - 8) / 8

  /// A sample with its whole stack, in the form of all others: without the registers and the copy of the stack that come with it.
  ///
  /// - Returns: The record, and what was found of its stack; `nil` where there is no copy of any.
  package mutating func completed(
    _ record: PerfRecord,
    _ code: AddressSpaces
  ) -> (sample: [UInt8], walk: Walk?) {
    let (addresses, walk) = walk(record, code)
    var path = (0..<record.addressCount).map(record.address).filter(PerfRecord.isOfKernel)
    if !path.isEmpty { path.insert(PerfRecord.kernelMark, at: 0) }
    path = Array((path + [PerfRecord.userMark] + addresses).prefix(Self.most))
    var sample = RecordBuilder(.sample, miscellaneous: record.miscellaneous)
    for word in 0..<6 { sample.append(record.long(8 * word)) }
    sample.append(UInt64(path.count))
    for address in path { sample.append(address) }
    return (sample.finished(), walk)
  }

  private mutating func walk(
    _ record: PerfRecord,
    _ code: AddressSpaces
  ) -> (addresses: [UInt64], walk: Walk?) {
    let process = record.process
    var (all, awaiting) = ([UInt64](), [UInt64]())
    var isAwaiting = false
    var chain = Chain()
    var last: Awaiting?
    for place in 0..<record.addressCount {
      let address = record.address(place)
      if address == PerfRecord.taskMark {
        isAwaiting.toggle()
        if isAwaiting { continue }
        if awaiting != [PerfRecord.sameTask] { last = Awaiting(awaiting) }
        chain.awaiting[all.count - 1] = last
        awaiting = []
      } else if isAwaiting {
        awaiting.append(address)
      } else if address < PerfRecord.firstMark, !PerfRecord.isOfKernel(address) {
        all.append(address)
      }
    }
    guard let innermost = all.first else { return ([], nil) }
    chain.callers = Array(all.dropFirst())
    guard let (kept, copy) = Self.stack(of: record) else {
      // Frame records alone; one that holds something else can point anywhere.
      return ([innermost] + chain.callers.prefix { code.contains($0 &- 1, of: process) }, nil)
    }
    var registers = kept
    registers[.rip] = innermost
    let walk = walk(from: registers, copy, chain, of: process, in: code)
    return (walk.addresses, walk)
  }

  /// The registers and the copy of the stack behind a sample's addresses; `nil` if there are none, as of programs of 32 bits.
  private static func stack(of record: PerfRecord) -> (KeptRegisters, Copy)? {
    let end = record.start + PerfRecord.callChainOffset + 8 + 8 * record.addressCount
    // PERF_SAMPLE_REGS_ABI_64
    guard cmachine_sampled_stack() > 0, record.bytes.long(end) == 2 else { return nil }
    var registers = KeptRegisters()
    var place = end + 8
    for register in KeptRegister.allCases where register != .rip {
      registers[register] = record.bytes.long(place)
      place += 8
    }
    // The size of the copy, the copy, and how much of it is from the stack.
    let size = Int(clamping: record.bytes.long(place))
    let room = record.start + record.size - place - 8
    guard let stack = registers[.rsp], room >= 0, size <= room else { return nil }
    let copied = size == 0 ? 0 : min(size, Int(clamping: record.bytes.long(place + 8 + size)))
    let range = place + 8..<place + 8 + copied
    let isCut = copied >= cmachine_sampled_stack()
    return (registers, Copy(bytes: record.bytes, range: range, address: stack, isCut: isCut))
  }
}
