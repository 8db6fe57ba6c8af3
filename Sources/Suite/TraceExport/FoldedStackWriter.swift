import SampleAnalysis
import TraceAnalysis
import TraceReading

/// Writes folded stacks: `outer;inner 1234`, with the self time of a path in nanoseconds.
///
/// Source: the input of flamegraph.pl (Brendan Gregg), which speedscope and inferno also read.
final class FoldedStackWriter: TraceWriter {
  private let output: OutputFile

  init(output: OutputFile) {
    self.output = output
  }

  func take(_ interval: TraceInterval) {}
  func take(_ event: TraceEvent, fields: [TraceField]) {}

  func finish(_ report: TraceReport) {
    let paths = report.calls ?? []
    var stacks: [String] = []
    stacks.reserveCapacity(paths.count)
    // A parent comes before its children.
    for path in paths {
      let name = path.name ?? "(name unknown)"
      let frame = path.kind == .interval ? name : "\(path.kind.rawValue) \(name)"
      let plain = FoldedSamples.frame(frame)
      stacks.append(path.parent.map { "\(stacks[$0]);\(plain)" } ?? plain)
    }
    for (stack, path) in zip(stacks, paths) where path.selfTime > 0 {
      output.write("\(stack) \(path.selfTime)\n")
    }
  }
}
