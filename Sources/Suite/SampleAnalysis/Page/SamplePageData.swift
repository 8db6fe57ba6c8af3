import TraceAnalysis

/// The samples that the scripts of a page draw and add up, as JSON.
///
/// Units: times are nanoseconds since the page's begin.
package struct SamplePageData: Encodable {
  package struct Function: Encodable {
    let name: String
    let object: String
    /// `nil` if unknown.
    let source: String?
    let isOfSystem: Bool

    package init(name: String, object: String, source: SourceLine?, isOfSystem: Bool) {
      self.name = name
      self.object = object
      self.source = source.map { "\($0.file):\($0.line)" }
      self.isOfSystem = isOfSystem
    }

    // A page has thousands of them.
    private enum CodingKeys: String, CodingKey {
      case name = "n"
      case object = "o"
      case source = "s"
      case isOfSystem = "y"
    }
  }

  /// What one thread did; the arrays are in base64 (`PageData`).
  struct Lane: Encodable {
    let name: String
    let isDrawn: Bool
    /// 32-bit integers, in the page's ticks.
    let times: String
    /// 16-bit integers; the largest for an unknown stack.
    let nodes: String
    /// 32-bit integers; `nil` if each point is one sample.
    let counts: String?
    /// 64-bit floats.
    let begins: String
    /// Bytes, indices into the names of states.
    let states: String
    /// 16-bit integers, as above.
    let waits: String
    let end: Int64
  }

  /// The time between two samples of a running thread.
  let period: UInt64
  /// The length of a tick: times of samples may span hours, in 32 bits.
  let tick: Int64
  /// Whether the times are those of the timeline's events.
  let isAligned: Bool
  let states: [String]
  let functions: [Function]
  /// 32-bit integers: the caller of each node, -1 for none.
  let parents: String
  /// 32-bit integers: the function of each node.
  let nodes: String
  let lanes: [Lane]

  init(_ profile: SampleProfile, _ lanes: SampleLanes, isAligned: Bool) {
    period = profile.period
    self.isAligned = isAligned
    states = SampleLane.State.allCases.map(\.name)
    // Only functions that a path has.
    var used = Places<Int32>()
    parents = PageData.base64(lanes.paths.nodes) { $0.parent }
    nodes = PageData.base64(lanes.paths.nodes) { used.place(of: $0.function) }
    let sources = profile.stacks.sources()
    functions = used.all.map { place in
      let function = profile.stacks.functions[Int(place)]
      return Function(
        name: function.name,
        object: function.object,
        source: sources[Int(place)],
        isOfSystem: function.isOfSystem
      )
    }
    let last = lanes.lanes.compactMap { $0.points.last?.time }.max() ?? 0
    let tick = last / Int64(UInt32.max) + 1
    self.tick = tick
    self.lanes = lanes.lanes.map { lane in
      Lane(
        name: lane.name,
        isDrawn: lane.isDrawn,
        times: PageData.base64(lane.points) { UInt32(clamping: $0.time / tick) },
        nodes: PageData.base64(lane.points) { UInt16(truncatingIfNeeded: $0.node) },
        counts: lane.points.allSatisfy { $0.count == 1 }
          ? nil : PageData.base64(lane.points) { $0.count },
        begins: PageData.base64(lane.pieces) { Double($0.begin).bitPattern },
        states: PageData.base64(lane.pieces) { $0.state.rawValue },
        waits: PageData.base64(lane.pieces) { UInt16(truncatingIfNeeded: $0.node) },
        end: lane.end
      )
    }
  }
}
