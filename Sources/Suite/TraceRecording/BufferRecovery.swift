import Foundation
import Glibc
import Subprocess

/// Brings what daemons that were killed left in the ring buffers into the trace.
struct BufferRecovery: Sendable {
  let directory: TraceDirectory

  /// The directory of the buffers; `nil` if they had none.
  let buffers: String?

  let isFlightRecorder: Bool

  /// Recovers the packets, once no process of the recording is left to write any.
  ///
  /// - Complexity: O(*n*) in the size of the buffers, and in the number of packets of the trace.
  /// - Returns: How many packets came from memory, and how many incomplete ones were cut off.
  /// - Throws: `RecordingError`; the buffers are as they were then.
  func run() async throws -> (packets: Int, incompletePackets: Int) {
    let extracted = "\(directory.path)/.hamon-buffers"
    try? FileManager.default.removeItem(atPath: extracted)
    defer { try? FileManager.default.removeItem(atPath: extracted) }
    let hasBuffers = try await extract(to: extracted)
    directory.releaseReserve()
    guard !isFlightRecorder else { return (hasBuffers ? try keepSnapshot(of: extracted) : 0, 0) }
    // First, and by the packets themselves: one that was written whole, and given back, may not yet
    // be in the index by which the others are cut.
    let packets = hasBuffers ? try directory.append(buffers: extracted) : 0
    return (packets, directory.cutIncompletePackets())
  }

  /// Copies the packets that are still in the ring buffers, and the description of the events: in
  /// the trace there may be less of that than of the events.
  ///
  /// - Returns: Whether there is anything: not before the first program has registered.
  private func extract(to folder: String) async throws -> Bool {
    guard let buffers,
      !TraceDirectory.files(in: buffers, where: { $0.hasSuffix("/metadata") }).isEmpty
    else { return false }
    do {
      let result = try await Subprocess.run(
        .name("lttng-crash"),
        arguments: ["--extract", folder, buffers],
        environment: .inherit.updating(["LC_ALL": "C", "LD_PRELOAD": ""]),
        output: .string(limit: 1 << 20),
        error: .string(limit: 1 << 20)
      )
      guard result.terminationStatus.isSuccess else {
        throw RecordingError.notRecovered(
          directory.path,
          reason: LTTngClient.message(output: result.standardOutput, error: result.standardError)
        )
      }
      return true
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw RecordingError.toolMissing("lttng-crash")
    }
  }

  /// What a flight recorder's buffers hold is a snapshot of its own.
  private func keepSnapshot(of extracted: String) throws -> Int {
    let packets = TraceDirectory.streams(in: extracted).joined().count
    guard packets > 0 else { return 0 }
    let number = (1...).first { access("\(directory.path)/snapshot-\($0)", F_OK) != 0 } ?? 1
    let path = "\(directory.path)/snapshot-\(number)"
    guard rename(extracted, path) == 0 else {
      throw RecordingError.notRecovered(path, reason: RecordingError.reason(errno))
    }
    return packets
  }
}
