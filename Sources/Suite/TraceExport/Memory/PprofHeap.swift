package import MemoryAnalysis
import SampleAnalysis

extension PprofProfile {
  /// The memory of all processes as Go's programs write their heap: what was allocated, and what lived at the end.
  ///
  /// Source: `runtime/pprof/protomem.go` of Go.
  package init(_ memory: MemoryProfile) {
    self.init()
    let types = [
      ("alloc_objects", "count"), ("alloc_space", "bytes"), ("inuse_objects", "count"),
      ("inuse_space", "bytes"),
    ].map { valueType($0.0, $0.1) }
    for type in types { profile.add(.sampleType, type) }
    for process in memory.processes {
      let sums = MemorySums([process]).figures.sorted {
        ($0.key.stack, $0.key.type) < ($1.key.stack, $1.key.type)
      }
      for (key, figures) in sums {
        let numbers = [
          figures.allocated.blocks, figures.allocated.bytes, figures.atEnd.blocks,
          figures.atEnd.bytes,
        ]
        add(
          numbers.map { UInt64($0.rounded()) },
          stack: key.stack,
          of: memory.stacks,
          numbers: [("pid", process.id)],
          texts: [("type", memory.types.all[Int(key.type)])]
        )
      }
    }
    addFunctions(of: memory.stacks)
    profile.add(.durationNanos, Int64(memory.span.count))
    profile.add(.periodType, valueType("space", "bytes"))
    profile.add(.period, Int64(memory.processes.first?.rate ?? 0))
    finish(comments: memory.faults, default: "inuse_space")
  }
}
