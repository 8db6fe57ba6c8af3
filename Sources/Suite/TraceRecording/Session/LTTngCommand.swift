import Foundation
import Glibc
import ProcessLaunching

/// One call of the `lttng` client, as its arguments.
///
/// No case can produce an exclusion (`-x`): docs/recording.md, T3.
enum LTTngCommand: Sendable, Equatable {
  /// The single session of a private daemon, and every channel, have this name.
  static let privateSession = "hamon"
  static let channel = "events"

  /// Asks for the sessions; answered as soon as the daemon is ready for clients.
  case list
  /// Asks for the sessions in a form for programs.
  case listSessions
  /// Asks for the programs that have registered, and their tracepoints.
  case listPrograms
  case create(output: String, buffers: String?, isFlightRecorder: Bool)
  /// Creates a session whose trace goes to a relay daemon, where it can be followed.
  case createRelayed(url: String)
  case takeSnapshot(output: String)
  case enableMetadataChannel
  case enableChannel(ChannelLayout, lossless: Bool)
  /// Restricts the session to one process, by its id in its own namespace.
  case track(process: Int32)
  case addContexts([String])
  case enableEvents([String], filter: String? = nil)
  case start
  /// Lets LTTng, and Hamon's own part of programs, tell again what they tell once.
  case dumpState
  case stop
  case describeSession
  case destroy

  /// The arguments after `lttng`.
  ///
  /// - Parameters:
  ///   - isRoot: Whether the caller is root, who needs no group against the system's daemon.
  ///   - name: The session's name.
  /// - Returns: Options before the verb (docs/recording.md, R3), the verb, and its own.
  func arguments(isRoot: Bool, session name: String = privateSession) -> [String] {
    ["--no-sessiond"] + (isRoot ? [] : ["--group=hamon-private"]) + verb(session: name)
  }

  private func verb(session name: String) -> [String] {
    let session = "--session=\(name)"
    let channel = "--channel=\(Self.channel)"
    return switch self {
    case .list: ["list"]
    case .listSessions: ["--mi", "xml", "list"]
    case .listPrograms: ["--mi", "xml", "list", "--userspace"]
    case .create(let output, let buffers, let isFlightRecorder):
      ["create", name, "--output=\(output)"] + (isFlightRecorder ? ["--snapshot"] : [])
        + (buffers.map { ["--shm-path=\($0)"] } ?? [])
    case .createRelayed(let url):
      // Microseconds after which partly filled buffers are sent.
      ["create", name, "--live=200000", "--set-url=\(url)"]
    case .takeSnapshot(let output): ["snapshot", "record", session, output]
    case .enableMetadataChannel:
      // A timer (in microseconds) writes the description of the events early: otherwise it reaches the disk only when the session stops,
      // when nobody may be left to write it. Its buffers would be 2.5 MiB by default.
      [
        "enable-channel", "--userspace", session, "--switch-timer=100000", "--subbuf-size=16384",
        "--num-subbuf=2", "metadata",
      ]
    case .enableChannel(let layout, let lossless):
      [
        "enable-channel", "--userspace", session, "--subbuf-size=\(layout.subBufferSize)",
        "--num-subbuf=\(layout.subBufferCount)", layout.overwrites ? "--overwrite" : "--discard",
      ] + (layout.fileSize.map { ["--tracefile-size=\($0)"] } ?? [])
        + (layout.fileCount.map { ["--tracefile-count=\($0)"] } ?? [])
        + (lossless ? ["--blocking-timeout=inf"] : []) + [Self.channel]
    case .track(let process): ["track", "--userspace", session, "--vpid=\(process)"]
    case .addContexts(let contexts):
      ["add-context", "--userspace", session, channel]
        + contexts.map { "--type=\($0)" }
    case .enableEvents(let patterns, let filter):
      ["enable-event", "--userspace", session, channel, patterns.joined(separator: ",")]
        + (filter.map { ["--filter", $0] } ?? [])
    case .start: ["start", name]
    case .dumpState: ["regenerate", "statedump", session]
    case .stop: ["stop", name]
    case .describeSession: ["--mi", "xml", "list", name]
    case .destroy: ["destroy", name]
    }
  }
}

/// The layout of a channel's buffers and files.
struct ChannelLayout: Sendable, Equatable {
  /// Bytes; a power of two.
  var subBufferSize = 1 << 20

  /// For each processor; a power of two.
  var subBufferCount = 8

  /// The limit of a stream's file, in bytes; a multiple of the sub-buffer's size.
  var fileSize: Int?

  /// The number of files of a stream after which the oldest is overwritten.
  var fileCount: Int?

  /// Whether the oldest events give way to new ones, instead of the newest being dropped.
  var overwrites = false

  /// Buffers with 80 ms of slack at a million events a second, files without a limit.
  static let standard = ChannelLayout()

  /// The number of streams: one for each processor that the machine may get, used or not, as LTTng counts them.
  static var processorCount: Int {
    let possible = FileManager.default.contents(atPath: "/sys/devices/system/cpu/possible")
    let last = possible?.split(whereSeparator: { !(48...57).contains($0) }).last
    let number = last.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    return number.map { $0 + 1 } ?? max(1, sysconf(Int32(_SC_NPROCESSORS_CONF)))
  }

  /// The shared memory for one user's programs, in bytes.
  func memory(processors: Int = processorCount) -> Int {
    // Each buffer has one more sub-buffer, for its reader, with below 512 bytes and two pages about them; added are the metadata, which
    // exist twice, and the memory that programs wait in.
    processors * ((subBufferCount + 1) * (subBufferSize + 512) + (8 << 10)) + (192 << 10)
  }

  /// Refuses limits of this process that would make LTTng's daemons or programs fail silently.
  func checkLimits() throws(RecordingError) {
    let (files, processors) = (ProcessLimit.openFiles, UInt64(Self.processorCount))
    // Its daemons raise their own limit to 65535 if they may. Each buffer takes 3 in a program, and 5 in a daemon.
    let need = files.hard < 65_535 ? 96 + 5 * processors : 32 + 3 * processors
    if files.soft < need {
      throw RecordingError(
        files.error(need: max(1024, 2 * need), for: "the buffers of \(processors) processors")
      )
    }
    let (size, buffer) = (ProcessLimit.fileSize, UInt64(memory(processors: 1)))
    if size.soft < buffer { throw RecordingError(size.error(need: buffer, for: "a ring buffer")) }
  }

  /// The largest such buffers that fit into the shared memory; `nil` if none do.
  func fitted(to room: Int, processors: Int = processorCount) -> ChannelLayout? {
    var layout = self
    while layout.memory(processors: processors) > room {
      if layout.subBufferCount > 8 {
        layout.subBufferCount /= 2
      } else if layout.subBufferSize > Self.smallestSubBuffer / 4 {
        layout.subBufferSize /= 2
      } else {
        return nil
      }
    }
    return layout
  }

  /// The bytes of a trace outside its streams: metadata, indexes, and the room reserved for them.
  private static let overhead = 512 << 10

  private static let smallestSubBuffer = 64 << 10

  /// The smallest limit on a trace's size: 4 sub-buffers a processor, each of 64 KiB.
  static func smallestFileLimit(processors: Int = processorCount) -> Int {
    overhead + processors * 4 * smallestSubBuffer
  }

  /// A ring of files that together stay below a size, for the streams of one user.
  ///
  /// - Parameters:
  ///   - limit: The size, in bytes; at least the smallest.
  ///   - processors: The number of streams.
  /// - Returns: Small packets for a small limit, so that at least 4 fit into a stream's files.
  static func files(below limit: Int, processors: Int = processorCount) -> ChannelLayout {
    let room = max(4 * smallestSubBuffer, (limit - overhead) / processors)
    let subBuffer = powerOfTwo(notAbove: min(1 << 20, max(smallestSubBuffer, room / 8)))
    // 16 files or more if the packets allow it: overwriting goes by whole files.
    let file = max(1, room / 16 / subBuffer) * subBuffer
    return ChannelLayout(
      subBufferSize: subBuffer,
      subBufferCount: (8 << 20) / subBuffer,
      fileSize: file,
      fileCount: room / file
    )
  }

  /// Buffers in memory that keep the newest events, for the streams of one user.
  ///
  /// - Parameters:
  ///   - size: The memory of all of them, in bytes; at least the smallest. LTTng uses a power of two of it for each processor.
  ///   - processors: The number of streams.
  /// - Returns: 16 sub-buffers each if they are large enough: one of them is always in use.
  static func memory(of size: Int, processors: Int = processorCount) -> ChannelLayout {
    let room = powerOfTwo(notAbove: size / processors)
    let count = room >= 16 * smallestSubBuffer ? 16 : 4
    return ChannelLayout(subBufferSize: room / count, subBufferCount: count, overwrites: true)
  }

  /// The smallest memory for a flight recorder: 4 pages of 4 KiB a processor.
  static func smallestMemory(processors: Int = processorCount) -> Int {
    processors * 4 * (4 << 10)
  }

  private static func powerOfTwo(notAbove value: Int) -> Int {
    1 << (Int.bitWidth - 1 - max(1, value).leadingZeroBitCount)
  }
}
