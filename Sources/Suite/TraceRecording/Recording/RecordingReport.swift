import Foundation
import Glibc
package import MemoryRecording
package import SampleRecording

/// The result of a recording that began.
package struct RecordingReport: Sendable {
  /// The directory of the trace, absolute; empty for one that went to a relay daemon.
  package var directory = ""

  /// The session at the relay daemon that the trace went to.
  package var relayedSession: RelayedSession?

  /// How the command ended; a success for a process that ran already.
  package var status: CommandStatus

  /// From the start of the command to its end, or until the session was stopped.
  package var duration: Duration

  /// The daemon's count of losses; `nil` if it could not be asked.
  package var lost: LostData?

  /// Failures other than the command's; with any of them the trace is not whole.
  package var failures: [RecordingError] = []

  /// Why the recorder ended the command; `nil` if it ended by itself.
  package var commandEnd: CommandEnd?

  /// Why the recording of a process that ran already ended; `nil` for a command.
  package var attachmentEnd: AttachmentEnd?

  /// The command's processes that went on after the recording, as far as they emit events.
  package var remaining: [RemainingProcess] = []

  /// The number of incomplete packets cut off at the ends of stream files.
  package var incompletePackets = 0

  /// Packets that a killed daemon had left in the ring buffers.
  package var recoveredPackets = 0

  /// The snapshots of a flight recorder, oldest first.
  package var snapshots: [Snapshot] = []

  /// Whether the oldest events were overwritten, to stay below the limit on the trace's size.
  package var isCut = false

  /// Whether there was a session for events; not for a process that isn't linked with LTTng.
  package var isTraced = true

  /// What was sampled; `nil` if not requested.
  package var samples: SampleTally?

  /// What the samples don't show, a line each.
  package var sampleNotices: [String] = []

  /// What was recorded of memory; `nil` if not requested.
  package var memory: MemoryTally?

  /// Whether the trace has a description of its events; without it no reader can open it.
  package var isReadable = false

  /// Creates the report of a recording with only its end known.
  init(status: CommandStatus, duration: Duration) {
    self.status = status
    self.duration = duration
  }

  /// The status for the recorder to exit with: the command's, or 125 if the command succeeded
  /// and the recording did not.
  ///
  /// A command that only the time limit ended has succeeded.
  package var exitStatus: Int32 {
    let status = isEndedByTimeOnly ? 0 : status.exitStatus
    return status == 0 && !failures.isEmpty ? 125 : status
  }

  /// Whether the command ended as it was asked to: killed, or with a shell's status for that.
  private var isEndedByTimeOnly: Bool {
    commandEnd == .timeLimit
      && [.killed(signal: SIGTERM), .killed(signal: SIGKILL), .exited(128 + SIGTERM)]
        .contains(status)
  }
}

/// How the recorded command ended.
package enum CommandStatus: Sendable, Equatable {
  case exited(Int32)

  case killed(signal: Int32)

  /// The status that a shell would show: the command's own, or 128 + the signal's number.
  package var exitStatus: Int32 {
    switch self {
    case .exited(let status): status
    case .killed(let signal): 128 + signal
    }
  }
}

/// Why the recorder ended the command.
package enum CommandEnd: Sendable, Equatable {
  /// It could not go on: nobody empties the buffers of a lossless recording any more.
  case traceFailed

  /// Its recording time was over.
  case timeLimit
}

/// Why the recording of a process that ran already ended.
package enum AttachmentEnd: Sendable, Equatable {
  case processEnded

  /// A signal ended the recording; the process goes on.
  case interrupted

  /// The time was over; the process goes on.
  case timeLimit
}

/// A recording's own count of what it lost.
package struct LostData: Sendable, Equatable {
  /// Events that found no room in the ring buffers.
  package var discardedEvents: UInt64 = 0

  /// Packets that were overwritten before they were read.
  package var lostPackets: UInt64 = 0
}

extension LostData {
  /// Reads the sums over all channels from the output of `lttng --mi xml list SESSION`.
  ///
  /// `nil` if the listing has no channel with both counters: an absent number must not become a zero.
  ///
  /// - Complexity: O(*n*) in the length of the listing.
  /// - Parameter listing: The client's output.
  init?(listing: String) {
    guard let discarded = Self.sum(of: "discarded_events", in: listing),
      let lost = Self.sum(of: "lost_packets", in: listing)
    else { return nil }
    self.init(discardedEvents: discarded, lostPackets: lost)
  }

  private static func sum(of element: String, in listing: String) -> UInt64? {
    let values = listing.components(separatedBy: "<\(element)>").dropFirst().map { rest in
      rest.range(of: "</\(element)>").flatMap { UInt64(rest[..<$0.lowerBound]) }
    }
    return values.isEmpty || values.contains(nil) ? nil : values.compactMap { $0 }.reduce(0, +)
  }
}

/// A trace that a flight recorder has written.
package struct Snapshot: Sendable, Equatable {
  /// Why it was written.
  package enum Reason: Sendable, Equatable {
    /// SIGUSR1 requested it.
    case signal

    /// The target ended.
    case end
  }

  /// Its directory, which is a trace of its own.
  package var directory: String

  package var reason: Reason

  /// How long before its writing the complete part begins.
  package var span: Duration

  /// Whether older events were overwritten; otherwise it holds all since the begin.
  package var isCut: Bool
}

/// News of a running recording.
package enum RecordingNotice: Sendable {
  /// Something fails; the recording goes on as far as it can.
  case failure(RecordingError)

  /// A process that ran already is recorded from now on.
  case attached(process: Int32, name: String)

  /// A flight recorder has written a requested snapshot.
  case snapshot(Snapshot)

  /// The trace goes to a relay daemon from now on.
  case relayed(RelayedSession)

  /// The session daemon serves other recordings, and ends with the last of them.
  case othersUseDaemon

  /// The command has ended; the processes that it started are still recorded.
  case following([RemainingProcess])

  /// The command's tasks can't be seen; all else is recorded.
  case tasksUnseen(command: String, reason: String)

  /// The command's memory can't be seen; all else is recorded.
  case memoryUnseen(command: String, reason: String)
}

extension RecordingNotice: CustomStringConvertible {
  package var description: String {
    switch self {
    case .failure(let error): "warning: \(error)"
    case .attached(let process, let name):
      "recording process \(process) (\(name)); Ctrl-C ends the recording, not the process"
    case .snapshot(let snapshot): "snapshot: \(snapshot.directory)"
    case .relayed(let session):
      "recording to relay \(session.relay): host \(session.host), session \(session.name)"
    case .othersUseDaemon:
      "waiting: other recordings use this one's session daemon; Ctrl-C ends them too"
    case .following(let processes):
      "the command has ended; recording what it has started: \(processes.listed); Ctrl-C ends the recording, not them"
    case .tasksUnseen(let command, let reason):
      "warning: \(command): no tasks of it are recorded: \(reason)"
    case .memoryUnseen(let command, let reason):
      "warning: \(command): its memory isn't recorded: \(reason)"
    }
  }
}
