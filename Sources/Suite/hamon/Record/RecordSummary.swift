import Glibc
import SampleFiles
import SampleRecording
import SuiteErrors
import TaskAnalysis
import TraceRecording

/// The summary of `hamon record`, on stderr: stdout belongs to the command.
struct RecordSummary {
  let report: RecordingReport
  let options: TraceRecordingOptions

  func write() async {
    let time = "recorded for: \(Self.seconds(report.duration)) s"
    let lines =
      if let session = report.relayedSession {
        [
          "trace: at relay \(session.relay), host \(session.host), session \(session.name)", time,
          discarded,
        ] + command + failures
      } else if let recorder = options.flightRecorder {
        [time] + snapshots(of: recorder) + command + failures
      } else {
        ["trace: \(report.directory)", time] + (await events) + samples + (await memory)
          + part + command + failures
      }
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
    options.isLossless
      ? "some program ran without LTTNG_UST_ALLOW_BLOCKING=1: pass the environment on to it"
      : "record again with --lossless, or record fewer events with --event"
  }

  /// The lines about events.
  private var events: [String] {
    get async {
      guard case .process(let id) = options.target, !report.isTraced else {
        return [discarded] + (await counts)
      }
      return ["events: none, process \(id) is not linked with LTTng-UST"]
    }
  }

  private var counts: [String] {
    get async {
      guard report.isReadable else { return report.failures.isEmpty ? await none : [] }
      let events = RecordedEvents(inTraceAt: report.directory)
      return (events.counts.isEmpty ? await none : events.counts) + events.warnings
        + (await notices(of: events.taskAddresses))
    }
  }

  /// Finds the names of the tasks' functions, while the programs are still in place.
  ///
  /// - Returns: Warnings, a line each.
  private func notices(of tasks: TaskAddresses?) async -> [String] {
    guard options.recordsTasks, let tasks else { return [] }
    guard tasks.hasTasks else {
      return [
        "warning: tasks: none were seen; no program was linked with Swift's libraries dynamically, or had any"
      ]
    }
    return await TaskNames.write(tasks, toTrace: report.directory)
  }

  /// The lines for a trace without events, with the reason.
  private var none: [String] {
    get async {
      // The failure is the reason, and is printed below.
      guard report.failures.isEmpty, report.samples == nil else { return ["events: none"] }
      let names = await ProgramTracepoints.names(of: options.target)
      let others = names.filter { name in
        !options.eventPatterns.contains { ProgramTracepoints.matches($0, name) }
      }
      let target =
        switch options.target {
        case .command(let words): words.first ?? "the command"
        case .process(let id): "process \(id)"
        }
      let reason =
        if !report.isReadable, names.isEmpty {
          "no program that could was seen: \(target) has no such tracepoints, or was built without liblttng-ust-dev "
            + "(see hamon doctor), and programs that ran before, or without its environment (sudo, env -i, a container), "
            + "are not recorded"
        } else if !report.isReadable {
          "\(target) has tracepoints, but never reached the session daemon: it ended before, or ran without its "
            + "environment (sudo, env -i, a container)"
        } else if others.count < names.count {
          "\(target) has such tracepoints, but reached none of them"
        } else if others.isEmpty {
          "\(target) has no such tracepoints, or was built without liblttng-ust-dev (see hamon doctor), "
            + "and the programs that it started reached none"
        } else {
          "\(target) has others: \(Self.list(others)); record them with "
            + ProgramTracepoints.options(for: others)
        }
      return ["events: none", "warning: trace: no program emitted any of the events; \(reason)"]
    }
  }

  /// The numbers of samples, the engine and why it was chosen, and what is missing.
  private var samples: [String] {
    guard let tally = report.samples else { return [] }
    var lines = [
      "samples: \(tally.samples) by \(tally.engine.title) (\(tally.reason)); lost: \(tally.lost)"
    ]
    let stacks =
      "\(tally.waits) stacks of waiting threads, \(tally.missedWaits) unavailable"
    lines.append(
      tally.engine == .timers
        ? "waits: \(stacks)" : "waits: \(tally.switches) switches of threads, \(stacks)"
    )
    if tally.lost > 0 {
      lines.append(
        "warning: samples: \(tally.lost) records are missing, times of threads may be wrong there; "
          + "sample less often: --samples=\(max(1, (options.sampling?.frequency ?? 999) / 4))"
      )
    }
    return lines + report.sampleNotices.map { "warning: samples: \($0)" }
  }

  /// The programs whose memory was recorded, the snapshots, and what is missing.
  private var memory: [String] {
    get async {
      guard let tally = report.memory else { return [] }
      return await RecordedHeap.summary(tally, ofTrace: report.directory)
    }
  }

  private static func list(_ names: [String]) -> String {
    let shown = names.prefix(12).joined(separator: ", ")
    return names.count > 12 ? "\(shown) and \(names.count - 12) more" : shown
  }

  private func snapshots(of recorder: FlightRecorder) -> [String] {
    if report.snapshots.isEmpty, report.failures.isEmpty {
      return ["snapshot: none, nothing went wrong; --snapshot-at-exit writes one in any case"]
    }
    return report.snapshots.flatMap { snapshot in
      let reason = snapshot.reason == .signal ? "on SIGUSR1" : "at the end"
      let span =
        snapshot.isCut
        ? "the last \(Self.seconds(snapshot.span)) s" : "all \(Self.seconds(snapshot.span)) s"
      let events = RecordedEvents(inTraceAt: snapshot.directory)
      return ["snapshot: \(snapshot.directory) (\(reason)): \(span)"]
        + (events.counts.isEmpty ? ["events: none"] : events.counts) + events.warnings
        + shortness(of: snapshot, recorder)
    }
  }

  private func shortness(of snapshot: Snapshot, _ recorder: FlightRecorder) -> [String] {
    guard snapshot.isCut, snapshot.span < recorder.span else { return [] }
    let wanted = min(recorder.span, max(report.duration, snapshot.span))
    let ratio = snapshot.span > .zero ? wanted / snapshot.span : 1024
    // LTTng uses powers of two, and one sub-buffer is always about to be overwritten.
    var size = recorder.bufferSize
    while Double(size) < Double(recorder.bufferSize) * ratio * 1.1, size < 1 << 50 { size *= 2 }
    return [
      "warning: snapshot: holds less than the requested \(recorder.span); "
        + "give more memory, about --buffers \(SizeArgument.text(size)), or record fewer events "
        + "with --event"
    ]
  }

  private var part: [String] {
    guard report.isCut, let limit = options.sizeLimit else { return [] }
    return [
      "size limit: \(SizeArgument.text(limit)) was reached: "
        + "the trace holds only the last part, older events were overwritten"
    ]
  }

  private var command: [String] {
    guard !report.remaining.isEmpty else { return end }
    let isAdvised = !options.recordsUntilAllEnd && report.commandEnd != .timeLimit
    return end + [
      "warning: trace: processes that the command has started go on, and are not recorded any more: "
        + report.remaining.listed + (isAdvised ? "; record them with --until-all-end" : "")
    ]
  }

  /// How the target ended, if that is unusual.
  private var end: [String] {
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
    // SAFETY: glibc's strsignal returns a terminated text for any number; it is copied at once.
    let name = unsafe String(cString: strsignal(signal))
    return ["command: killed by signal \(signal) (\(name))\(by)"]
  }

  private var failures: [String] {
    guard !report.failures.isEmpty else { return [] }
    var lines = report.failures.map { "error: \($0)" }
    if report.relayedSession != nil { return lines }
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
