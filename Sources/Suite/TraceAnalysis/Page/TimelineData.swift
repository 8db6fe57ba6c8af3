import ReportRendering

/// The data that the scripts of a page draw, as JSON.
///
/// Units: times are nanoseconds since the trace's begin.
struct TimelineData: Encodable {
  /// A row of the timeline.
  ///
  /// The numbers are little-endian and in base64: an array of numbers as text would be three times as
  /// large and slow to read.
  struct Track: Encodable {
    let name: String
    let lanes: [Int]
    /// 64-bit floats.
    let begins: String
    /// 32-bit floats; -1 for an interval that never ended.
    let durations: String
    /// 32-bit integers, indices into the labels.
    let labels: String
    /// 32-bit integers, the numbers of the threads' lanes, -1 for an interval on several threads; `nil` without such lanes.
    let threads: String?
    let overlapping: Int
  }

  /// A path of the flame graph.
  struct Frame: Encodable {
    let parent: Int
    let name: String
    let count: UInt64
    let total: Int64
    let own: Int64
  }

  let duration: Int64
  private(set) var labels: [String] = []
  private(set) var tracks: [Track] = []
  private(set) var markTimes = ""
  private(set) var markLabels = ""
  private(set) var curves: [TimeCurve] = []
  private(set) var frames: [Frame] = []

  /// A timeline without intervals, for lanes from elsewhere.
  init(duration: Int64) {
    self.duration = duration
  }

  init(report: TraceReport, timeline: TimelineRecorder, threads: ThreadLanes? = nil) {
    let span = report.span(with: threads)
    let origin = span.lowerBound
    duration = span.upperBound - origin
    labels = timeline.labels
    var items = Array(repeating: [TimelineRecorder.Item](), count: timeline.tracks.count)
    for item in timeline.items { items[Int(item.track)].append(item) }
    tracks = zip(timeline.tracks, items).map { key, items in
      let track = TimelineTrack(items)
      return Track(
        name: timeline.name(of: key),
        lanes: track.laneCounts,
        begins: PageData.base64(track.items) { Double($0.begin - origin).bitPattern },
        durations: PageData.base64(track.items) {
          ($0.end == .max ? -1 : Float($0.duration)).bitPattern
        },
        labels: PageData.base64(track.items) { UInt32($0.label) },
        threads: threads.map { lanes in
          PageData.base64(track.items) { lanes.numbers[Int($0.thread)] ?? -1 }
        },
        overlapping: track.overlappingCount
      )
    }
    .sorted { $0.name < $1.name }
    markTimes = PageData.base64(timeline.marks) { Double($0.time - origin).bitPattern }
    markLabels = PageData.base64(timeline.marks) { UInt32($0.label) }
    let parallelism = (report.parallelism ?? []).map { Self.curve($0, "running: ", origin) }
    curves = parallelism + (report.counterCurves ?? []).map { Self.curve($0, "", origin) }
    frames = (report.calls ?? []).map { path in
      Frame(
        parent: path.parent ?? -1,
        name: [path.kind == .interval ? nil : path.kind.rawValue, path.name ?? "(name unknown)"]
          .compactMap { $0 }.joined(separator: " "),
        count: path.count,
        total: path.total,
        own: path.selfTime
      )
    }
  }

  /// Adds the timeline, with what there is to say of it.
  ///
  /// - Throws: What encoding the data throws.
  func addTimeline(to page: inout HTMLPage, notes: [String] = []) throws {
    page.addSection(title: "Timeline", html: PageFiles.timeline)
    for note in notes { page.addParagraph(note) }
    page.addHTML(try PageData.element(id: "trace-data", self))
    page.addScript(.timeline)
  }

  private static func curve(_ curve: TimeCurve, _ prefix: String, _ origin: Int64) -> TimeCurve {
    var curve = curve
    curve.name = prefix + curve.name
    curve.begin -= origin
    return curve
  }
}
