import CTFPackets
import Foundation
import SampleRecording

/// Reports the progress of a running recording without disturbing the recorder: docs/recording.md, R16.
///
/// Reads some numbers of each ring buffer, which is shared memory with a name, and the last record of each stream's index. A trace that
/// goes to a relay leaves nothing on this machine: for it alone LTTng is asked about losses, every five seconds.
package actor RecordingWatch {
  /// How often LTTng may be asked: each time starts a process.
  private static let pause = Duration.seconds(5)

  /// `nil` without a session.
  private let run: RecordingRun?
  private let directory: RecordingDirectory?
  private let sampler: SampleRecorder?
  private let start: ContinuousClock.Instant
  private let isRing: Bool

  /// The write position of each buffer when a packet was last copied from any.
  private var produced: [String: UInt64] = [:]
  private var answer: (time: ContinuousClock.Instant, lost: LostData?)?

  /// Watches a run.
  ///
  /// - Parameters:
  ///   - run: The run, whose session has been started; `nil` without one.
  ///   - directory: That of the trace, if it is here.
  ///   - sampler: The sampler of the recording.
  ///   - start: When it began.
  ///   - isRing: Whether files are overwritten, so that missing ones can't be told.
  init(
    _ run: RecordingRun?,
    in directory: RecordingDirectory?,
    sampler: SampleRecorder?,
    since start: ContinuousClock.Instant,
    isRing: Bool
  ) {
    self.run = run
    self.directory = directory
    self.sampler = sampler
    self.start = start
    self.isRing = isRing
  }

  /// The present state.
  ///
  /// - Complexity: O(*n*) in the number of files of the trace, some reads for each stream.
  package func progress() async -> RecordingProgress {
    var progress = RecordingProgress(duration: ContinuousClock.now - start)
    progress.buffers = buffers()
    progress.samples = sampler.map { SampleCount(samples: $0.count.samples, lost: $0.count.lost) }
    if let directory {
      progress.size = size(of: directory)
      if run != nil, progress.buffers?.overwrites != true {
        progress.lost = losses(in: directory)
      }
    } else {
      progress.lost = await askedLosses()
    }
    return progress
  }

  /// Copies the current packet of the buffer that has received most since the last time.
  ///
  /// - Parameter limit: The maximum number of its bytes.
  /// - Returns: The copy, which lasts until the next one or the end of the recording; `nil` if nothing was written.
  package func copyNewestPacket(limit: Int) -> PacketCopy? {
    guard let run, let buffers = run.buffers else { return nil }
    let files = RecordingDirectory.streamFiles(in: buffers.path).map(\.path)
    var (busiest, most) = ("", UInt64(0))
    for path in files {
      guard let position = RingBufferFile(path: path)?.produced else { continue }
      let gain = position &- (produced.updateValue(position, forKey: path) ?? 0)
      if gain > most { (busiest, most) = (path, gain) }
    }
    guard most > 0, let packet = RingBufferFile(path: busiest)?.newestPacket(limit: limit) else {
      return nil
    }
    let copy = "\(run.marker.home)/newest-packet"
    let folder = RecordingDirectory.parent(of: busiest)
    do {
      try? FileManager.default.removeItem(atPath: copy)
      try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
      try FileManager.default.createSymbolicLink(
        atPath: "\(copy)/metadata",
        withDestinationPath: "\(folder)/metadata"
      )
      try Data(packet).write(to: URL(filePath: "\(copy)/\(LTTngCommand.channel)_0"))
    } catch {
      return nil
    }
    return PacketCopy(directory: copy, eventBytes: packet.count - PacketHeader.size)
  }

  private func buffers() -> RecordingBuffers? {
    guard let directory = run?.buffers else { return nil }
    var all = RecordingBuffers()
    for file in RecordingDirectory.streamFiles(in: directory.path) {
      guard let buffer = RingBufferFile(path: file.path) else { continue }
      let position = buffer.produced
      let headers = (position / buffer.subBufferSize + 1) * UInt64(PacketHeader.size)
      all.count += 1
      all.eventBytes += position > headers ? position - headers : 0
      all.fullest = max(all.fullest, buffer.fullSubBuffers)
      all.subBufferCount = buffer.subBufferCount
      all.subBufferSize = buffer.subBufferSize
      all.overwrites = buffer.overwrites
    }
    return all
  }

  private func size(of directory: RecordingDirectory) -> UInt64 {
    RecordingDirectory.files(in: directory.path) { $0 != directory.reserve }
      .reduce(0) { $0 + UInt64(max(0, RecordingDirectory.size(of: $1))) }
  }

  private func losses(in directory: RecordingDirectory) -> LostData {
    var lost = LostData()
    var streams: [String: [StreamLoss]] = [:]
    for file in RecordingDirectory.streamFiles(in: directory.path) {
      let name = file.path.split(separator: "/").last.map(String.init) ?? ""
      let index = "\(RecordingDirectory.parent(of: file.path))/index/\(name).idx"
      if let loss = StreamLoss(index: index) { streams[file.stream, default: []].append(loss) }
    }
    for files in streams.values {
      // The counts continue from file to file of a stream.
      guard let newest = files.max(by: { $0.sequence < $1.sequence }) else { continue }
      lost.discardedEvents += newest.discardedEvents
      let packets = files.reduce(0) { $0 + $1.packetCount }
      if !isRing, newest.sequence + 1 > packets {
        lost.lostPackets += newest.sequence + 1 - packets
      }
    }
    return lost
  }

  private func askedLosses() async -> LostData? {
    let now = ContinuousClock.now
    if let answer, now - answer.time < Self.pause { return answer.lost }
    let listing = try? await run?.client.run(.describeSession, limit: Self.pause)
    let lost = listing.flatMap { LostData(listing: $0) }
    answer = (now, lost)
    return lost
  }
}
