/// The lanes of all threads of a recording, bounded for a page that a browser can open.
struct SampleLanes: Sendable {
  /// How much a page holds.
  struct Limits: Sendable {
    /// Samples, 8 bytes of the page each, or 14 if several are added up.
    var points = 1_000_000
    /// Times in a state, 15 bytes each.
    var pieces = 300_000
    /// Threads with a lane of their own.
    var threads = 1_000
    /// Lanes that are drawn: those of the threads that ran longest.
    var drawn = 24
    /// Paths of functions, which the page numbers in 16 bits.
    var paths = 30_000
  }

  private(set) var lanes: [SampleLane] = []
  /// The lane of each thread that has one.
  let places: [SampleProfile.ThreadID: Int]
  private(set) var paths = SamplePaths([], times: [])
  /// What was left out or added up: a line each.
  private(set) var omissions: [String] = []

  /// Creates the lanes.
  ///
  /// - Complexity: Proportional to the number of samples and of switches, times the logarithm of the excess over the limits.
  /// - Parameters:
  ///   - profile: The samples.
  ///   - origin: The page's begin, by the clock of the samples.
  ///   - limits: The maximum sizes.
  init(_ profile: SampleProfile, origin: Int64, limits: Limits = Limits()) {
    places = Self.order(of: profile, limits: limits)
    var limits = limits
    while !make(profile, origin: origin, limits), limits.paths > 16 {
      // Each path of each thread has at least one sample or wait of its own, however much is added up.
      limits.paths /= 4
    }
  }

  /// Creates them again.
  ///
  /// - Returns: Whether they are within the limits.
  private mutating func make(_ profile: SampleProfile, origin: Int64, _ limits: Limits) -> Bool {
    lanes = []
    omissions = []
    let stacks = profile.stacks.stacks
    var times = [UInt64](repeating: 0, count: stacks.count)
    for timeline in profile.threads.values {
      for sample in timeline.samples { times[Int(sample.stack)] += profile.period }
      timeline.forEachWait(in: 0..<UInt64.max) { stack, time in
        if stack >= 0 { times[Int(stack)] += time }
      }
    }
    paths = SamplePaths(stacks, times: times, capacity: limits.paths)
    let kinds = stacks.indices.map { SampleLane.State(profile.stacks.waitKind(of: Int32($0))) }
    let ranked = Self.ranked(profile)
    let severalProcesses = Set(ranked.map(\.process)).count > 1
    for (rank, timeline) in ranked.prefix(limits.threads).enumerated() {
      let process = severalProcesses ? " of process \(timeline.process)" : ""
      let name = timeline.name.isEmpty ? "" : " \(profile.name(of: timeline))"
      var lane = SampleLane(
        name: "thread \(timeline.thread)\(name)\(process)",
        isDrawn: rank < limits.drawn
      )
      fill(&lane, with: timeline, origin: origin, kinds: kinds)
      lanes.append(lane)
    }
    addOthers(Array(ranked.dropFirst(limits.threads)), origin: origin)
    bound(limits, span: Int64(profile.span.count))
    describe(limits, threads: ranked.count)
    return lanes.reduce(0) { $0 + $1.points.count } <= limits.points
      && lanes.reduce(0) { $0 + $1.pieces.count } <= limits.pieces
  }

  /// The lane of each thread that has its own.
  static func order(
    of profile: SampleProfile,
    limits: Limits = Limits()
  ) -> [SampleProfile.ThreadID: Int] {
    let ids = ranked(profile).prefix(limits.threads).map(\.id)
    return Dictionary(uniqueKeysWithValues: zip(ids, ids.indices))
  }

  /// The threads, those that ran longest first.
  private static func ranked(_ profile: SampleProfile) -> [ThreadTimeline] {
    profile.threads.values.map { timeline in
      (timeline: timeline, running: timeline.times(in: 0..<UInt64.max).running)
    }.sorted {
      ($0.running, $1.timeline.process, $1.timeline.thread)
        > ($1.running, $0.timeline.process, $0.timeline.thread)
    }.map(\.timeline)
  }

  private func fill(
    _ lane: inout SampleLane,
    with timeline: ThreadTimeline,
    origin: Int64,
    kinds: [SampleLane.State]
  ) {
    lane.points = points(of: timeline, origin: origin)
    lane.pieces = timeline.stretches.map { stretch in
      let state: SampleLane.State =
        switch stretch.state {
        case .running: .running
        case .ready: .ready
        case .waiting: stretch.stack < 0 ? .waitingUnknown : kinds[Int(stretch.stack)]
        case .unknown, .gone: .unknown
        }
      let node = state.rawValue > SampleLane.State.waitingUnknown.rawValue ? stretch.stack : -1
      return SampleLane.Piece(
        begin: Int64(stretch.begin) - origin,
        state: state,
        node: node < 0 ? -1 : paths.nodeOfStack[Int(node)]
      )
    }
    lane.end = max(lane.pieces.last?.begin ?? 0, Int64(timeline.end) - origin)
  }

  private func points(of timeline: ThreadTimeline, origin: Int64) -> [SampleLane.Point] {
    timeline.samples.map { sample in
      SampleLane.Point(
        time: Int64(sample.time) - origin,
        node: paths.nodeOfStack[Int(sample.stack)],
        count: 1
      )
    }
  }

  /// Adds one lane for all other threads, with their samples.
  ///
  /// Their states don't fit on one line.
  private mutating func addOthers(_ others: [ThreadTimeline], origin: Int64) {
    guard !others.isEmpty else { return }
    var lane = SampleLane(name: "\(others.count) other threads", isDrawn: false)
    lane.points = others.flatMap { points(of: $0, origin: origin) }.sorted { $0.time < $1.time }
    lanes.append(lane)
    omissions.append(
      "The \(others.count) threads that ran shortest share a lane, which has what ran in them and not what they waited for."
    )
  }

  private mutating func bound(_ limits: Limits, span: Int64) {
    // In the end each path is one step, and can't be reduced further.
    let first: (points: Int64, pieces: Int64) = (2_000_000, 2_000)
    var step = first.points
    while lanes.reduce(0, { $0 + $1.points.count }) > limits.points, step / 4 <= span {
      for index in lanes.indices { lanes[index].mergePoints(step) }
      step *= 2
    }
    if step > first.points {
      omissions.append(
        "Samples of the same path are added up in steps of \(SampleReport.text(step / 2))."
      )
    }
    step = first.pieces
    while lanes.reduce(0, { $0 + $1.pieces.count }) > limits.pieces, step / 4 <= span {
      for index in lanes.indices {
        lanes[index].pieces = lanes[index].pieces.addedUp(in: step, until: lanes[index].end)
      }
      step *= 2
    }
    if step > first.pieces {
      omissions.append(
        "What threads did for less than \(SampleReport.text(step / 2)) is added up in steps of "
          + "that length: not in its order, and a sum of a time may be wrong by so much."
      )
    }
  }

  private mutating func describe(_ limits: Limits, threads: Int) {
    if paths.leftOutCount > 0 {
      omissions.append(
        "\(paths.leftOutCount) paths of functions, none of more than \(SampleReport.text(paths.longestLeftOut)), are told as "
          + "their callers."
      )
    }
    if threads > limits.drawn {
      omissions.append(
        "Drawn are the \(limits.drawn) of \(threads) threads that ran longest, and that of a selected interval."
      )
    }
  }
}
