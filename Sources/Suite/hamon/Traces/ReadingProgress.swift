import SuiteErrors
import TraceReading

/// The progress of reading a trace, on the terminal.
struct ReadingProgress {
  private let path: String
  private let line = ProgressLine()

  init(_ path: String) { self.path = path }

  func show(_ progress: TraceProgress) {
    line.show(Self.text(path, events: progress.events, share: progress.share))
  }

  /// Removes the line, before anything else is written.
  func clear() { line.clear() }

  static func text(_ path: String, events: UInt64, share: Double?) -> String {
    let part = share.map { ", \(Int(min(max($0, 0), 1) * 100)) %" } ?? ""
    return "\(path): \(events / 1000)k events\(part)"
  }
}
