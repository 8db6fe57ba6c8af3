import Foundation
import SuiteErrors
import TraceReading
import TraceRecording

/// What `hamon record` shows on a terminal while it records, once a second from the first second on.
struct RecordDashboard {
  private static let period = Duration.seconds(1)
  /// How much of a packet is read to see how long its events are: some thousand events, a few milliseconds.
  private static let sampleSize = 128 << 10

  /// What watches a recording; `nil` where there is no terminal to draw on.
  static var watch: (@Sendable (RecordingWatch) async -> Void)? {
    guard TerminalBlock.isPossible else { return nil }
    return { watch in await RecordDashboard().run(watch) }
  }

  /// Draws until the task is cancelled, and removes what it has drawn.
  func run(_ watch: RecordingWatch) async {
    let display = TerminalDisplay()
    var estimate = EventEstimate()
    var last = Duration.zero
    for turn in 0... {
      guard (try? await Task.sleep(for: Self.period)) != nil else { break }
      let progress = await watch.progress()
      if let buffers = progress.buffers {
        // Events of a program are much alike: every other time will do, once there is a number.
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
      // Its last event may be cut, which is a fault; what comes before it is counted.
      let summary = try? TraceReader(path: copy.directory).read({ _ in })
    else { return nil }
    return (summary.eventCount, copy.eventBytes)
  }
}

/// The lines of ``RecordDashboard``.
struct RecordDashboardText {
  let progress: RecordingProgress
  let estimate: EventEstimate

  /// A line with the time, filled up to a width, and one for each thing that is known.
  func lines(width: Int) -> [String] {
    let title = "-- recording for \(progress.duration.components.seconds) s "
    let rule = title + String(repeating: "-", count: max(0, width - title.count))
    return [rule]
      + [
        ("events", events), ("lost", lost), ("buffers", buffers),
        ("on disk", progress.size.map { Self.size(Double($0)) }), ("samples", samples),
      ]
      .compactMap { name, text in
        text.map { "\(name)\(String(repeating: " ", count: 9 - name.count))\($0)" }
      }
  }

  private var events: String? {
    guard let buffers = progress.buffers else { return nil }
    guard buffers.eventBytes > 0 else { return "none yet" }
    let bytes = "\(Self.size(estimate.byteRate))/s"
    guard let count = estimate.count, let rate = estimate.rate else { return bytes }
    // A snapshot pads the buffers; and how many there were of which most are gone is of no use.
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
        + (isFull ? ", of which the oldest are overwritten" : "")
    }
    return
      "\(buffers.fullest) of \(buffers.subBufferCount) sub-buffers of \(size) wait, where most do"
  }

  private var samples: String? {
    progress.samples.map { "\($0.samples); \($0.lost) lost" }
  }

  /// An estimate, of which three digits are worth telling.
  static func rounded(_ value: Double) -> String {
    guard value.isFinite, value >= 1, value < 1e18 else { return "0" }
    var step = 1.0
    while value / step >= 1000 { step *= 10 }
    return "\(UInt64((value / step).rounded()) * UInt64(step))"
  }

  /// A size of which nobody has to know each byte.
  private static func size(_ bytes: Double) -> String {
    for (unit, scale) in [("GB", 1e9), ("MB", 1e6), ("kB", 1e3)] where bytes >= scale {
      return "\((bytes / scale * 10).rounded() / 10) \(unit)"
    }
    return "\(Int(max(0, bytes))) bytes"
  }
}
