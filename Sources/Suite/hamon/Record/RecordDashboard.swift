import Foundation
import ReportRendering
import SuiteErrors
import TraceReading
import TraceRecording

/// The progress of `hamon record` on a terminal, drawn each second.
struct RecordDashboard {
  private static let period = Duration.seconds(1)
  /// The bytes read of a packet to see how long its events are: some thousand events, a few milliseconds.
  private static let sampleSize = 128 << 10

  /// Watches a recording; `nil` if there is no terminal to draw on.
  static var watch: (@Sendable (RecordingWatch) async -> Void)? {
    guard TerminalBlock.isPossible else { return nil }
    return { watch in await RecordDashboard().run(watch) }
  }

  /// Draws until the task is cancelled, then removes the lines.
  func run(_ watch: RecordingWatch) async {
    let display = TerminalDisplay()
    var estimate = EventEstimate()
    var last = Duration.zero
    for turn in 0... {
      guard (try? await Task.sleep(for: Self.period)) != nil else { break }
      let progress = await watch.progress()
      if let buffers = progress.buffers {
        // Events of a program are much alike: every other turn is enough once there is a number.
        let sample = turn % 2 == 0 || estimate.count == nil ? await self.sample(watch) : nil
        estimate.add(
          bytes: buffers.eventBytes,
          sample: sample,
          seconds: (progress.duration - last) / .seconds(1)
        )
      }
      last = progress.duration
      guard !Task.isCancelled else { break }
      let text = RecordDashboardText(progress: progress, estimate: estimate)
      display.show { text.lines(width: $0) }
    }
    display.remove()
  }

  /// Reads a part of a packet.
  private func sample(_ watch: RecordingWatch) async -> (events: UInt64, bytes: Int)? {
    guard let copy = await watch.copyNewestPacket(limit: Self.sampleSize),
      // Its last event may be cut, which is a fault; the events before it count.
      let summary = try? TraceReader(path: copy.directory).read({ _ in })
    else { return nil }
    return (summary.eventCount, copy.eventBytes)
  }
}

/// The lines of ``RecordDashboard``.
struct RecordDashboardText {
  let progress: RecordingProgress
  let estimate: EventEstimate

  /// A line with the time, filled up to a width, and one for each known value.
  func lines(width: Int) -> [String] {
    let title = "-- recording for \(progress.duration.components.seconds) s "
    let rule = title + String(repeating: "-", count: max(0, width - title.count))
    return [rule]
      + [
        ("events", events), ("lost", lost), ("buffers", buffers),
        ("on disk", progress.size.map { Self.size(Double($0)) }), ("samples", samples),
      ]
      .compactMap { name, text in text.map { name.padded(to: 9) + $0 } }
  }

  private var events: String? {
    guard let buffers = progress.buffers else { return nil }
    guard buffers.eventBytes > 0 else { return "none yet" }
    let bytes = "\(Self.size(estimate.byteRate))/s"
    guard let count = estimate.count, let rate = estimate.rate else { return bytes }
    // A snapshot pads the buffers; and the total is useless when most events are overwritten.
    let total = buffers.overwrites ? "about" : "about \(Self.rounded(count));"
    return "\(total) \(Self.rounded(rate))/s, \(bytes)"
  }

  private var lost: String? {
    guard let lost = progress.lost else {
      return progress.buffers?.overwrites == true ? nil : "not known yet"
    }
    return "\(lost.discardedEvents) events discarded, \(lost.lostPackets) packets lost"
  }

  private var buffers: String? {
    guard let buffers = progress.buffers, buffers.count > 0 else { return nil }
    let size = SizeArgument.text(Int(clamping: buffers.subBufferSize))
    if buffers.overwrites {
      let isFull = buffers.fullest >= buffers.subBufferCount - 1
      return "\(buffers.count) of \(buffers.subBufferCount) x \(size) in memory"
        + (isFull ? ", the oldest are overwritten" : "")
    }
    return
      "\(buffers.fullest) of \(buffers.subBufferCount) sub-buffers of \(size) wait, in the fullest buffer"
  }

  private var samples: String? {
    progress.samples.map { "\($0.samples); \($0.lost) lost" }
  }

  /// An estimate, rounded to three digits.
  static func rounded(_ value: Double) -> String {
    guard value.isFinite, value >= 1, value < 1e18 else { return "0" }
    var step = 1.0
    while value / step >= 1000 { step *= 10 }
    return "\(UInt64((value / step).rounded()) * UInt64(step))"
  }

  /// A size, rounded to a tenth of its unit.
  private static func size(_ bytes: Double) -> String {
    for (unit, scale) in [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)] where bytes >= scale {
      return "\((bytes / scale * 10).rounded() / 10) \(unit)"
    }
    return "\(Int(max(0, bytes))) bytes"
  }
}
