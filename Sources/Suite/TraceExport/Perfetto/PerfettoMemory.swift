import MemoryAnalysis
import SampleProfiles

/// Writes memory into a Perfetto trace: what each stack of a process allocated and freed, as its heap profile.
struct PerfettoMemory {
  private let memory: MemoryProfile
  private let packets: PerfettoPackets
  private let stacks: PerfettoStacks

  init(_ memory: MemoryProfile, _ packets: PerfettoPackets) {
    self.memory = memory
    self.packets = packets
    stacks = PerfettoStacks(memory.stacks, packets, in: .memory)
  }

  /// Writes it; `clockOffset` gives the times since the Unix epoch.
  func write(clockOffset: Int64) {
    stacks.write()
    for (index, process) in memory.processes.enumerated() {
      let time = Int64(process.span.upperBound) + clockOffset
      var heap = ProtobufMessage<Perfetto.ProcessHeapSamples>()
      heap.add(.pid, UInt64(process.id))
      heap.add(.fromStartup, UInt64(1))
      heap.add(.timestamp, UInt64(bitPattern: time))
      let sums = Dictionary(
        MemorySums([process]).figures.map { ($0.key.stack, $0.value) },
        uniquingKeysWith: +
      )
      for (stack, figures) in sums.sorted(by: { $0.key < $1.key }) {
        var sample = ProtobufMessage<Perfetto.HeapSample>()
        sample.add(.callstackID, stacks.number(of: stack))
        let numbers: [(Perfetto.HeapSample, Double)] = [
          (.selfAllocated, figures.allocated.bytes), (.selfFreed, figures.freed.bytes),
          (.allocCount, figures.allocated.blocks), (.freeCount, figures.freed.blocks),
        ]
        for (field, number) in numbers { sample.add(field, UInt64(number.rounded())) }
        heap.add(.samples, sample)
      }
      var packet = ProtobufMessage<Perfetto.ProfilePacket>()
      packet.add(.processDumps, heap)
      packet.add(.index, UInt64(index))
      packets.write(.profilePacket, packet, at: time, in: .memory)
    }
  }
}
