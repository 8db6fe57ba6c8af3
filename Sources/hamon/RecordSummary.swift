import Glibc
import TraceRecording

/// What `hamon record` tells at the end: on stderr, the command's output stays its own.
struct RecordSummary {
  let report: RecordingReport
  let isLossless: Bool
  let sizeLimit: SizeArgument?

  /// Writes the summary.
  func write() {
    let lines =
      ["trace: \(report.directory)", "recorded for: \(Self.seconds(report.duration)) s", discarded]
      + counts + part + command + failures
    for line in lines { StandardError.write(line) }
  }

  private var discarded: String {
    // A consumer that cannot write counts nothing as lost: a 0 would be a lie.
    guard let lost = report.lost, report.failures.isEmpty else {
      let known = report.lost.map { "at least \($0.discardedEvents)" } ?? "unknown"
      return "discarded events: \(known) (LTTng does not count what it could not write)"
    }
    guard lost.discardedEvents > 0 || lost.lostPackets > 0 else { return "discarded events: 0" }
    let packets = lost.lostPackets > 0 ? ", lost packets: \(lost.lostPackets)" : ""
    return """
      discarded events: \(lost.discardedEvents)\(packets)
      warning: trace: events are missing from it, intervals may have no end; \(remedy)
      """
  }

  private var remedy: String {
    isLossless
      ? "some program ran without LTTNG_UST_ALLOW_BLOCKING=1: pass the environment on to it"
      : "record again with --lossless, or record fewer events with --event"
  }

  private var counts: [String] {
    let none = [
      "events: none",
      "warning: trace: no program emitted any of the events; the command has no such tracepoints, "
        + "or was built without liblttng-ust-dev (see hamon doctor)",
    ]
    guard report.isReadable else { return report.failures.isEmpty ? none : [] }
    do {
      let events = try RecordedEvents(inTraceAt: report.directory)
      let counts = events.counts.map { "events: \($0.count) \($0.name)" }
      return (counts.isEmpty ? none : counts)
        + events.faults.map { "warning: \($0)" }
    } catch {
      return ["warning: trace: its events were not counted: \(error)"]
    }
  }

  private var part: [String] {
    guard report.isCut, let sizeLimit else { return [] }
    return [
      "size limit: \(SizeArgument.text(sizeLimit.bytes)) was reached: "
        + "the trace holds only the last part, older events were overwritten"
    ]
  }

  private var command: [String] {
    if let end = report.attachmentEnd {
      return ["process: \(end == .processEnded ? "ended" : "goes on running")"]
    }
    guard case .killed(let signal) = report.status else { return [] }
    let by =
      switch report.commandEnd {
      case .traceFailed: ", which hamon sent: it could not go on without the trace"
      case .timeLimit: ", which hamon sent: the time was over"
      case nil: ""
      }
    return [
      "command: killed by signal \(signal) (\(String(cString: strsignal(signal))))\(by)"
    ]
  }

  private var failures: [String] {
    guard !report.failures.isEmpty else { return [] }
    var lines = report.failures.map { "error: \($0)" }
    if !report.isReadable {
      lines.append(
        "error: \(report.directory): cannot be read, the description of the events is missing; "
          + "record again"
      )
    } else if report.incompletePackets > 0 {
      lines.append(
        "what was written is readable; \(report.incompletePackets) incomplete packet(s) were cut off"
      )
    }
    return lines
  }

  private static func seconds(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    let milliseconds = String(attoseconds / 1_000_000_000_000_000)
    return "\(seconds)." + String(repeating: "0", count: 3 - milliseconds.count) + milliseconds
  }
}
