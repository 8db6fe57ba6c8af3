import ReportRendering

/// Small pictures of the distribution of durations, by kind and name.
struct HistogramFigures {
  /// More pictures would be too many to read.
  private static let maximumCount = 12
  private static let width = 260.0
  private static let height = 70.0

  private let intervals: [IntervalStatistics]

  init(_ intervals: [IntervalStatistics]) {
    self.intervals = Array(intervals.filter { $0.count > 1 }.prefix(Self.maximumCount))
  }

  /// The pictures as one element; empty if there are none.
  var html: String {
    let figures = intervals.compactMap(figure)
    guard !figures.isEmpty else { return "" }
    return """
      <style>
      .histograms { display: flex; flex-wrap: wrap; gap: 1rem; }
      .histograms figure { margin: 0; width: \(Int(Self.width))px; font-size: 12px; }
      .histograms figcaption { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .histograms rect { fill: #3b82c4; }
      </style>
      <div class="histograms">
      \(figures.joined(separator: "\n"))
      </div>
      <p>How many took how long; the axis is logarithmic, four bars to a doubling.</p>
      """
  }

  private func figure(_ interval: IntervalStatistics) -> String? {
    guard let buckets = interval.histogram, let first = buckets.first, let last = buckets.last,
      let highest = buckets.map(\.count).max()
    else { return nil }
    // A place for each possible bucket, so that gaps show.
    let start = Self.place(of: first.upperBound)
    let places = Self.place(of: last.upperBound) - start + 1
    let step = Self.width / Double(max(places, 12))
    let bars = buckets.map { bucket -> String in
      let x = Double(Self.place(of: bucket.upperBound) - start) * step
      let tall = max(Double(bucket.count) / Double(highest) * Self.height, 1)
      return """
        <rect x="\(Self.format(x))" y="\(Self.format(Self.height - tall))" \
        width="\(Self.format(max(step - 0.5, 0.5)))" height="\(Self.format(tall))">\
        <title>up to \(DurationFormat.string(nanoseconds: Double(bucket.upperBound))): \
        \(bucket.count)</title></rect>
        """
    }
    let label = HTMLPage.escape("\(interval.kind.rawValue) \(interval.label)")
    // A bucket reaches beyond the durations in it.
    let from = DurationFormat.string(nanoseconds: Double(interval.minimum ?? first.upperBound))
    let to = DurationFormat.string(nanoseconds: Double(interval.maximum ?? last.upperBound))
    return """
      <figure><figcaption title="\(label)">\(label)</figcaption>
      <svg viewBox="0 0 \(Int(Self.width)) \(Int(Self.height))" width="\(Int(Self.width))" \
      height="\(Int(Self.height))" role="img" aria-label="\(label)">\(bars.joined())</svg>
      <figcaption>\(from) to \(to)</figcaption></figure>
      """
  }

  /// The place of a bucket among all possible ones, four to a doubling.
  private static func place(of upperBound: Int64) -> Int {
    let value = UInt64(max(upperBound, 1))
    guard value > 4 else { return Int(value) }
    let shift = 61 - (value - 1).leadingZeroBitCount
    return shift * 4 + Int((value - 1) >> UInt64(shift)) + 1
  }

  private static func format(_ value: Double) -> String { NumberFormat.string(value, decimals: 1) }
}
