package import MemoryAnalysis
import SampleAnalysis

/// The memory of one process as massif writes it, for ms_print and massif-visualizer: its size over time, and who had it at the peak.
///
/// Source: what valgrind's ms_print reads (`massif/ms_print.in`).
package struct MassifFile: Sendable {
  private static let mostSnapshots = 100
  /// Stacks with a smaller share of their caller's bytes are told as one.
  private static let threshold = 0.01

  package let text: String
  /// How many processes are left out: a file has one.
  package let leftOut: Int

  /// Writes the process that had most.
  package init(_ memory: MemoryProfile) {
    leftOut = max(0, memory.processes.count - 1)
    let process = memory.processes.max {
      ($0.peak?.live.bytes ?? 0) < ($1.peak?.live.bytes ?? 0)
    }
    var text = """
      desc: hamon record --memory
      cmd: \((process?.command ?? "none").map { $0.isNewline ? " " : String($0) }.joined())
      time_unit: ms

      """
    guard let process, let peak = process.peak else {
      self.text = text
      return
    }
    // Each of some steps, and the peak in its place.
    let stride = max(1, process.totals.count / Self.mostSnapshots)
    let steps = process.totals.enumerated().filter { $0.offset.isMultiple(of: stride) }
      .map(\.element)
    let begin = MemoryProfile.Total(
      time: process.span.lowerBound,
      live: MemoryAmount(),
      allocated: MemoryAmount()
    )
    let before = steps.filter { $0.time < peak.time && $0.live.bytes <= peak.live.bytes }
    let after = steps.filter { $0.time > peak.time && $0.live.bytes <= peak.live.bytes }
    for (number, total) in ([begin] + before + [peak] + after).enumerated() {
      let isPeak = number == before.count + 1
      text += """
        #-----------
        snapshot=\(number)
        #-----------
        time=\((total.time - min(total.time, process.span.lowerBound)) / 1_000_000)
        mem_heap_B=\(UInt64(total.live.bytes.rounded()))
        mem_heap_extra_B=0
        mem_stacks_B=0
        heap_tree=\(isPeak ? "peak" : "empty")

        """
      if isPeak { text += Self.tree(of: process, in: memory) }
    }
    self.text = text
  }

  /// A stack from the innermost function, and its bytes.
  private struct Path {
    let functions: ArraySlice<StackTable.Function>
    let bytes: Double
  }

  private static func tree(of process: MemoryProfile.Process, in memory: MemoryProfile) -> String {
    let paths = MemorySums([process]).figures.filter { $0.value.atPeak.bytes > 0 }.map {
      Path(functions: memory.stacks.functions(of: $0.key.stack)[...], bytes: $0.value.atPeak.bytes)
    }
    var lines: [String] = []
    let all = paths.reduce(0) { $0 + $1.bytes }
    add(paths, "(heap allocation functions) malloc/new/new[], --alloc-fns, etc.", all, 0, &lines)
    return lines.map { $0 + "\n" }.joined()
  }

  /// Adds a node and those that called it, the one with most bytes first.
  private static func add(
    _ paths: [Path],
    _ name: String,
    _ all: Double,
    _ depth: Int,
    _ lines: inout [String]
  ) {
    let called = paths.filter { !$0.functions.isEmpty }
    let callers = Dictionary(grouping: called) { $0.functions[$0.functions.startIndex] }
      .map { (function: $0, paths: $1, bytes: $1.reduce(0) { $0 + $1.bytes }) }
      .sorted { ($0.bytes, $1.function.name) > ($1.bytes, $0.function.name) }
    let shown = callers.filter { $0.bytes >= threshold * all }
    let (rest, count) = (callers.dropFirst(shown.count), callers.count - shown.count)
    let bytes = paths.reduce(0) { $0 + $1.bytes }
    func line(_ children: Int, _ bytes: Double, _ text: String, _ depth: Int) -> String {
      "\(String(repeating: " ", count: depth))n\(children): \(UInt64(bytes.rounded())) \(text)"
    }
    lines.append(line(shown.count + (count > 0 ? 1 : 0), bytes, name, depth))
    for caller in shown {
      let function = caller.function
      let address = String(function.code?.address ?? 0, radix: 16, uppercase: true)
      let object = function.line == nil ? " (in \(function.object))" : ""
      add(
        caller.paths.map { Path(functions: $0.functions.dropFirst(), bytes: $0.bytes) },
        "0x\(address): \(SourceLine.text(function.name, at: function.line))\(object)",
        all,
        depth + 1,
        &lines
      )
    }
    if count > 0 {
      let places = count == 1 ? "1 place" : "\(count) places, all"
      let text = "in \(places) below massif's threshold (\(Int(threshold * 100)).00%)"
      lines.append(line(0, rest.reduce(0) { $0 + $1.bytes }, text, depth + 1))
    }
  }
}
