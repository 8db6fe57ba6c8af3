import SampleProfiles

/// The tracks of a Perfetto trace: of processes, their threads, kinds of intervals and counters.
///
/// Intervals of one kind overlap, but slices of a track may not: so a kind has as many tracks as intervals that run at a time. The viewer
/// shows tracks of one name and process as one.
final class PerfettoTracks {
  private typealias Key = InProcess<Int64, String>

  private let packets: PerfettoPackets
  private var count: UInt64 = 0
  private var processes: [Int64: UInt64] = [:]
  private var threads: [InProcess<Int64, Int64>: UInt64] = [:]
  /// The free tracks of kinds of intervals, the next one last.
  private var free: [Key: [UInt64]] = [:]
  private var counters: [Key: UInt64] = [:]
  private var groups: [Key: UInt64] = [:]

  init(_ packets: PerfettoPackets) { self.packets = packets }

  /// The track of a process; a later name replaces an earlier one.
  @discardableResult func process(_ id: Int64, name: String?) -> UInt64 {
    let known = processes[id]
    if let known, name == nil { return known }
    let track = known ?? next()
    processes[id] = track
    var process = ProtobufMessage<Perfetto.ProcessDescriptor>()
    process.add(.pid, id)
    if let name { process.add(.processName, name) }
    var descriptor = ProtobufMessage<Perfetto.TrackDescriptor>()
    descriptor.add(.uuid, track)
    descriptor.add(.process, process)
    packets.write(.trackDescriptor, descriptor)
    return track
  }

  func thread(_ id: Int64, of process: Int64, name: String?) -> UInt64 {
    let key = InProcess(process: process, id: id)
    if let track = threads[key] { return track }
    let parent = self.process(process, name: nil)
    let track = next()
    threads[key] = track
    var thread = ProtobufMessage<Perfetto.ThreadDescriptor>()
    thread.add(.pid, process)
    thread.add(.tid, id)
    if let name, !name.isEmpty { thread.add(.threadName, name) }
    var descriptor = ProtobufMessage<Perfetto.TrackDescriptor>()
    descriptor.add(.uuid, track)
    descriptor.add(.thread, thread)
    descriptor.add(.parentUUID, parent)
    packets.write(.trackDescriptor, descriptor)
    return track
  }

  /// A free track of a kind of intervals; it is taken until ``release(_:of:_:)``.
  func take(_ name: String, of process: Int64) -> UInt64 {
    if let lane = free[Key(process: process, id: name)]?.popLast() { return lane }
    return child(of: self.process(process, name: nil), named: name)
  }

  func release(_ track: UInt64, of process: Int64, _ name: String) {
    let key = Key(process: process, id: name)
    free[key, default: []].append(track)
    // The lowest comes next, so that few are used.
    free[key]?.sort(by: >)
  }

  /// The only counter, or the only other track, of a name in a process.
  func track(_ name: String, of process: Int64, isCounter: Bool = false) -> UInt64 {
    let key = Key(process: process, id: name)
    if let track = isCounter ? counters[key] : groups[key] { return track }
    let track = child(of: self.process(process, name: nil), named: name, isCounter: isCounter)
    if isCounter { counters[key] = track } else { groups[key] = track }
    return track
  }

  /// A new track below another.
  func child(of parent: UInt64, named name: String, isCounter: Bool = false) -> UInt64 {
    let track = next()
    var descriptor = ProtobufMessage<Perfetto.TrackDescriptor>()
    descriptor.add(.uuid, track)
    descriptor.add(.name, name)
    descriptor.add(.parentUUID, parent)
    if isCounter { descriptor.add(.counter, bytes: []) }
    packets.write(.trackDescriptor, descriptor)
    return track
  }

  private func next() -> UInt64 {
    count += 1
    return count
  }
}
