import SampleAnalysis
import TraceAnalysis

/// The memory that the scripts of a page draw and add up, as JSON.
///
/// Units: times are nanoseconds since the page's begin, sizes are bytes. Arrays of numbers are 64-bit floats in base64, if not told.
struct MemoryPageData: Encodable {
  /// What a process had over time, by type.
  struct Lane: Encodable {
    struct Mark: Encodable {
      let name: String
      let time: Double
    }

    let name: String
    /// The types, those with most bytes first; the last stands for all others.
    let names: [String]
    /// When each step begins; the last ends at `end`.
    let times: String
    let end: Double
    /// The bytes of each type in each step.
    let layers: [String]
    let marks: [Mark]
  }

  /// What a flame graph's frames are as wide as.
  struct Weight: Encodable {
    let name: String
    /// Of each node.
    let own: String
  }

  struct TypeOf: Encodable {
    struct Place: Encodable {
      let name: String
      let bytes: Double
    }

    let name: String
    let bytes: Double
    let dominated: UInt64
    let holders: [MemoryProfile.Holders.Holder]
    let places: [Place]
  }

  let lanes: [Lane]
  let functions: [SamplePageData.Function]
  /// 32-bit integers: the caller of each node, -1 for none.
  let parents: String
  /// 32-bit integers: the function of each node.
  let nodes: String
  let weights: [Weight]
  let types: [TypeOf]

  private static let drawnProcesses = 4
  private static let toldPlaces = 20

  /// Collects the data.
  ///
  /// - Complexity: Proportional to the number of stacks and to that of sampled blocks, times the steps of a lane.
  /// - Parameters:
  ///   - profile: The memory.
  ///   - report: Its report.
  ///   - origin: The time of the page's begin, in that of the memory; `nil` for no lanes.
  init(_ profile: MemoryProfile, report: MemoryReport, origin: Int64?) {
    lanes = profile.processes.filter { !$0.totals.isEmpty && origin != nil }
      .sorted { ($0.peak?.live.bytes ?? 0) > ($1.peak?.live.bytes ?? 0) }
      .prefix(Self.drawnProcesses).map { Lane($0, types: profile.types.all, origin: origin ?? 0) }
    // Addresses are told apart for other tools, but a frame is a function.
    var names = Places<FunctionName>()
    let sums = MemorySums(profile.processes)
    let stacks = profile.stacks.stacks.map { stack in
      stack.map { place in names.place(of: FunctionName(profile.stacks.functions[Int(place)])) }
    }
    var own = [[Double]](repeating: [Double](repeating: 0, count: stacks.count), count: 4)
    for (key, figures) in sums.figures where key.stack >= 0 {
      let leaked = sums.leaked[key] ?? MemoryAmount()
      let amounts = [figures.allocated, figures.atPeak, figures.atEnd, leaked]
      for (place, amount) in amounts.enumerated() { own[place][Int(key.stack)] += amount.bytes }
    }
    let paths = SamplePaths(stacks, times: own[0].map { UInt64(max($0, 1)) })
    parents = PageData.base64(paths.nodes) { $0.parent }
    nodes = PageData.base64(paths.nodes) { $0.function }
    functions = names.all.map { name in
      SamplePageData.Function(
        name: name.name,
        object: name.object,
        source: nil,
        isOfSystem: name.isOfSystem
      )
    }
    weights = zip(
      ["what was allocated", "what lived at the peak", "what lived at the end", "what was leaked"],
      own
    ).map { name, own in
      var sums = [Double](repeating: 0, count: paths.nodes.count)
      for (stack, bytes) in own.enumerated() where paths.nodeOfStack[stack] >= 0 {
        sums[Int(paths.nodeOfStack[stack])] += bytes
      }
      return Weight(name: name, own: PageData.base64(words: sums.map(\.bitPattern)))
    }
    types = report.types.prefix(MemoryReport.maximumRows).map { row in
      let holders = report.holders.first { $0.type == row.type }
      let places = report.sites.filter { $0.type == row.type }.prefix(Self.toldPlaces)
      return TypeOf(
        name: row.type ?? "",
        bytes: row.figures.atEnd.bytes,
        dominated: holders?.dominated ?? 0,
        holders: holders?.holders ?? [],
        places: places.map {
          TypeOf.Place(name: $0.place?.text ?? "", bytes: $0.figures.atEnd.bytes)
        }
      )
    }
  }

  private struct FunctionName: Hashable {
    let name: String
    let object: String
    let isOfSystem: Bool

    init(_ function: StackTable.Function) {
      name = function.name
      object = function.object
      isOfSystem = function.isOfSystem
    }
  }
}

extension MemoryPageData.Lane {
  private static let steps = 300
  private static let drawnTypes = 8

  init(_ process: MemoryProfile.Process, types: [String], origin: Int64) {
    let length = max(1, UInt64(process.span.count) / UInt64(Self.steps))
    let times = stride(from: process.span.lowerBound, to: process.span.upperBound, by: Int(length))
      .map { $0 }
    // In each step the sampled blocks that live at its end, by type.
    var live: [Int32: [Double]] = [:]
    for block in process.blocks {
      let bytes = process.amount(block).bytes
      let first = Int((block.time - min(block.time, process.span.lowerBound)) / length)
      for step in first..<max(first, times.count) {
        guard block.isLive(at: times[step] + length - 1) else { break }
        live[block.type, default: [Double](repeating: 0, count: times.count)][step] += bytes
      }
    }
    let order = live.sorted {
      ($0.value.reduce(0, +), $1.key) > ($1.value.reduce(0, +), $0.key)
    }
    let drawn = order.prefix(Self.drawnTypes)
    // What the totals have besides: other types, and what no sample tells.
    var next = 0
    let rest = times.enumerated().map { step, time -> Double in
      while next < process.totals.count, process.totals[next].time < time + length { next += 1 }
      let all = next > 0 ? process.totals[next - 1].live.bytes : 0
      return max(0, all - drawn.reduce(0) { $0 + $1.value[step] })
    }
    func offset(_ time: UInt64) -> Double { Double(Int64(time) - origin) }
    func numbers(_ values: [Double]) -> String {
      PageData.base64(words: values.map(\.bitPattern))
    }
    name = "\(process.command) (\(process.id))"
    names = drawn.map { types[Int($0.key)] } + ["all others"]
    self.times = numbers(times.map(offset))
    end = offset(process.span.upperBound)
    layers = (drawn.map(\.value) + [rest]).map(numbers)
    marks = process.snapshots.map { Mark(name: $0.name, time: offset($0.time)) }
  }
}
