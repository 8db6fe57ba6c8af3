import Foundation
package import MemoryFiles
package import SuiteErrors
import Synchronization

/// Records the memory of a command, to which it gives the library, or of a process that has it: receives the frozen copies that this makes.
///
/// 1. Copies are read one after the other, on a thread of its own: each has the memory of a whole process.
/// 2. A copy's process waits until the recorder has heard of the copy. So when the last process has ended, all copies are at the socket.
package final class MemoryRecorder: Sendable {
  private enum Progress {
    case running
    case awaited(CheckedContinuation<MemoryTally, Never>)
    case ended(MemoryTally)
  }

  /// How long to wait for the last snapshot of a process that goes on.
  private static let patience = Duration.seconds(10)

  /// How long to wait for a copy at a time, in milliseconds: the end is told at the socket too.
  private static let pause: Int32 = 1000

  private let request: MemoryRequest
  private let directory: MemoryDirectory
  private let process: NotingProcess?
  private let copies = Atomic(0)
  private let isEnding = Atomic(false)
  private let isReading = Atomic(false)
  private let socketPath: String
  private let progress = Mutex(Progress.running)

  /// Creates the folder, and listens.
  ///
  /// - Parameters:
  ///   - request: What to record.
  ///   - directory: Where files go.
  ///   - process: A process that has loaded the library; `nil` for a command to come.
  /// - Throws: `SuiteError` if there is no room, or no library.
  package init(
    _ request: MemoryRequest,
    in directory: MemoryDirectory,
    of process: NotingProcess? = nil
  ) throws(SuiteError) {
    self.request = request
    self.process = process
    if process == nil { _ = try MemoryLibrary.path() }
    try WorkDirectory.make(
      directory.path,
      orElse: "record into a directory that is writable and has room"
    )
    self.directory = directory
    let socket = if let process { try CopySocket.make(for: process) } else { try CopySocket.make() }
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
  package func requestSnapshots() { SnapshotRequests.send(to: files, isPeriodic: false) }

  private var files: [String] { process.map { [$0.file] } ?? directory.files }

  /// Asks for snapshots every so often, until the task is cancelled; not while an earlier one is read, for each takes a process's memory.
  package func requestPeriodically() async {
    guard let interval = request.interval else { return }
    while (try? await Task.sleep(for: interval)) != nil {
      guard !isReading.load(ordering: .sequentiallyConsistent) else { continue }
      SnapshotRequests.send(to: files, isPeriodic: true)
    }
  }

  /// Waits until the copies that were made have been read; of a process that goes on a last one is made.
  ///
  /// - Returns: What was recorded.
  package func end() async -> MemoryTally {
    let before = copies.load(ordering: .sequentiallyConsistent)
    if let process, process.isRunning {
      requestSnapshots()
      let deadline = ContinuousClock.now + Self.patience
      while copies.load(ordering: .sequentiallyConsistent) == before, process.isRunning,
        ContinuousClock.now < deadline
      {
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
    isEnding.store(true, ordering: .sequentiallyConsistent)
    // Who waits there looks again.
    _ = CopySocket.isHeard(socketPath)
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
    var tally = MemoryTally(mode: process?.mode ?? request.mode)
    guard let socket = box.take() else { return tally }
    var numbers: [Int32: Int] = [:]
    while true {
      // Asked for before the socket is looked at: what came until then is received.
      let isLast = isEnding.load(ordering: .sequentiallyConsistent)
      let hasReceived = socket.receive(within: isLast ? 0 : Self.pause) { copy in
        copies.add(1, ordering: .sequentiallyConsistent)
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
            try request.analysis(copy, files),
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
    if let process {
      do {
        try process.copyFile(to: directory.file(of: process.id))
      } catch {
        tally.gaps.append("\(error)")
      }
      if tally.snapshots.isEmpty { tally.gaps.append("process \(process.id) made no snapshot") }
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
