import Foundation
package import MemoryFiles
package import SuiteErrors
import Synchronization

/// Records the memory of a command: gives it the library, and receives the frozen copies that this makes.
///
/// 1. Copies are read one after the other, on a thread of its own: each has the memory of a whole process.
/// 2. A copy's process waits until the recorder has heard of the copy. So when the last process has ended, all copies are at the socket.
package final class MemoryRecorder: Sendable {
  private enum Progress {
    case running
    case awaited(CheckedContinuation<MemoryTally, Never>)
    case ended(MemoryTally)
  }

  private let request: MemoryRequest
  private let directory: MemoryDirectory
  private let isEnding = Atomic(false)
  private let isReading = Atomic(false)
  private let socketPath: String
  private let progress = Mutex(Progress.running)

  /// Creates the folder, and listens.
  ///
  /// - Throws: `SuiteError` if there is no room, or no library.
  package init(_ request: MemoryRequest, in directory: MemoryDirectory) throws(SuiteError) {
    self.request = request
    _ = try MemoryLibrary.path()
    try WorkDirectory.make(
      directory.path,
      orElse: "record into a directory that is writable and has room"
    )
    self.directory = directory
    let socket = try CopySocket()
    socketPath = socket.path
    let receiver = SocketBox(socket)
    Thread.detachNewThread { [self] in end(receive(at: receiver)) }
  }

  /// A command's environment with the library.
  ///
  /// - Throws: `SuiteError` if the program would not start with it.
  package func environment(
    for program: String,
    _ environment: [String: String]
  ) throws(SuiteError) -> [String: String] {
    if let refusal = MemoryLibrary.refusal(of: program) { throw refusal }
    return try MemoryLibrary.environment(
      environment,
      request,
      in: URL(filePath: directory.path).standardizedFileURL.path,
      socket: socketPath
    )
  }

  /// Why the blocks of a command can't be seen, though it runs; `nil` if they can.
  package static func obstacle(in program: String) -> String? {
    MemoryLibrary.obstacle(in: program)
  }

  /// Asks the command's processes for a snapshot each.
  package func requestSnapshots() { SnapshotRequests.send(to: directory, isPeriodic: false) }

  /// Asks for snapshots every so often, until the task is cancelled; not while an earlier one is read, for each takes a process's memory.
  package func requestPeriodically() async {
    guard let interval = request.interval else { return }
    while (try? await Task.sleep(for: interval)) != nil {
      guard !isReading.load(ordering: .sequentiallyConsistent) else { continue }
      SnapshotRequests.send(to: directory, isPeriodic: true)
    }
  }

  /// Waits until the copies that were made have been read.
  ///
  /// - Returns: What was recorded.
  package func end() async -> MemoryTally {
    isEnding.store(true, ordering: .sequentiallyConsistent)
    return await withCheckedContinuation { continuation in
      let ended: MemoryTally? = progress.withLock { progress in
        if case .ended(let tally) = progress { return tally }
        progress = .awaited(continuation)
        return nil
      }
      if let ended { continuation.resume(returning: ended) }
    }
  }

  private func end(_ tally: MemoryTally) {
    let waiting: CheckedContinuation<MemoryTally, Never>? = progress.withLock { progress in
      defer { progress = .ended(tally) }
      if case .awaited(let continuation) = progress { return continuation }
      return nil
    }
    waiting?.resume(returning: tally)
  }

  private func receive(at box: SocketBox) -> MemoryTally {
    var tally = MemoryTally(mode: request.mode)
    guard let socket = box.take() else { return tally }
    var numbers: [Int32: Int] = [:]
    while true {
      // Asked for before the socket is looked at: what came until then is received.
      let isLast = isEnding.load(ordering: .sequentiallyConsistent)
      let hasReceived = socket.receive(within: isLast ? 0 : 50) { copy in
        guard let copy else {
          tally.gaps.append("something else than a copy of a process reported at \(socket.path)")
          return
        }
        isReading.store(true, ordering: .sequentiallyConsistent)
        defer { isReading.store(false, ordering: .sequentiallyConsistent) }
        let number = numbers[copy.process, default: 0] + 1
        numbers[copy.process] = number
        let path = directory.snapshot(number, of: copy.process)
        do {
          try WrittenFile.write(
            try request.analysis(copy, directory),
            to: path,
            orElse: "make room, and record again"
          )
          tally.snapshots.append(path)
        } catch {
          tally.gaps.append("snapshot \(number) of process \(copy.process): \(error)")
        }
      }
      if isLast, !hasReceived { break }
    }
    tally.programs = directory.files.count
    return tally
  }
}

/// Takes the socket to its thread.
private final class SocketBox: Sendable {
  private let socket: Mutex<CopySocket?>

  init(_ socket: consuming sending CopySocket) { self.socket = Mutex(socket) }

  func take() -> CopySocket? { socket.withLock { $0.take() } }
}
