import CMachine
import Foundation
import Glibc
import SampleFiles

/// The rings of programs that sample themselves: docs/samples.md, S8.
///
/// Each process has a file, with its rings as pieces. A file is closed and removed once its process has ended or executes another program,
/// and all its records are taken.
@safe final class TimerRings: SampleRings {
  /// The event number of the samples: that of `sampler_event` in ThreadTimers.c.
  static let event: UInt64 = 1 << 61
  /// The type of records with the kernel's counts of a thread.
  static let statistics: UInt32 = 1000
  /// The offset of the program's data in a ring's first page: `struct extra`.
  private static let extraOffset = 2048
  /// The number of rounds between two looks at processes: whether they have ended, and what they have started.
  private static let patience = 20

  // SAFETY, for all of it: each ring is mapped as long as it is in the array, and the buffer has the size of one from `init` to `deinit`.
  // Data from programs are checked before use.
  @safe private struct Ring {
    let memory: UnsafeMutableRawPointer
    var lost: UInt64 = 0
  }

  private struct File {
    let process: Int32
    let path: String
    var rings: [Ring] = []
    var hasEnded = false
  }

  let numbers = [TimerRings.event]
  let attributes: [UInt8]
  private let folder: String
  private let buffer: UnsafeMutableRawPointer
  private var files: [String: File] = [:]
  private var round = 0
  private var processes: Set<Int32> = []
  private var unsampled = UnsampledPrograms()
  /// How many threads could not be sampled.
  private var refused: UInt64 = 0
  /// The processes that had no room for a ring.
  private var without: Set<Int32> = []

  var gaps: [String] {
    var gaps: [String] = []
    if processes.isEmpty {
      gaps.append(
        "no program was sampled: none has loaded \(TimerLibrary.name), as programs don't that are linked statically, "
          + "set-user-ID, or of another user who can't write into the trace"
      )
    }
    gaps += unsampled.gaps
    if !without.isEmpty {
      let shown = without.sorted().prefix(5).map { "\($0)" }.joined(separator: ", ")
      gaps.append(
        "processes that were not sampled: \(without.count) (\(shown)): there was no room for their samples on the disk, or "
          + "`ulimit -f` is below \(cmachine_ring_size()) bytes"
      )
    }
    if refused > 0 {
      gaps.append(
        "threads that were not sampled: \(refused): there was no room for their samples, or no more timers (`ulimit -i`)"
      )
    }
    return gaps
  }

  /// Watches a folder.
  init(_ recording: cmachine_recording, folder: String) {
    self.folder = folder
    attributes = KernelRings.attributes(of: recording)
    unsafe buffer = .allocate(byteCount: cmachine_ring_size(), alignment: 16)
  }

  deinit {
    for file in files.values { unmap(file) }
    unsafe buffer.deallocate()
  }

  func wait(_ looks: LookPace) { usleep(looks.microseconds) }

  func drain(_ take: (UnsafeRawBufferPointer) -> Void) {
    round += 1
    findFiles()
    if round % Self.patience == 0 { unsampled.look(from: Set(files.values.map(\.process))) }
    for name in files.keys.sorted() {
      guard var file = files[name] else { continue }
      let isLast = file.hasEnded || hasEnded(file)
      addRings(to: &file)
      for place in file.rings.indices { unsafe empty(&file.rings[place], file.process, take) }
      files[name] = file
      if isLast { close(name) }
    }
  }

  func disable() {
    findFiles()
    for (name, file) in files {
      var file = file
      addRings(to: &file)
      files[name] = file
      for ring in file.rings {
        unsafe (ring.memory + Self.extraOffset + 16).storeBytes(of: 1, as: UInt32.self)
      }
    }
  }

  /// Adds new files.
  private func findFiles() {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let new = names.filter { files[$0] == nil }
    for name in new {
      guard let (process, _) = Self.parts(of: name) else { continue }
      files[name] = File(process: process, path: "\(folder)/\(name)")
      processes.insert(process)
    }
    guard !new.isEmpty else { return }
    for name in Self.older(of: files.keys) { files[name]?.hasEnded = true }
  }

  /// Finds the files of processes that have created another one since, as after executing another program: nobody writes to these any more.
  ///
  /// - Parameter names: The files, in any order.
  /// - Returns: Those of `names` that are older than another one of their process.
  static func older(of names: some Sequence<String>) -> Set<String> {
    var newest: [Int32: (name: String, time: UInt64)] = [:]
    var older: Set<String> = []
    for name in names {
      guard let (process, time) = parts(of: name) else { continue }
      if let known = newest[process] {
        older.insert(known.time < time ? known.name : name)
        if known.time > time { continue }
      }
      newest[process] = (name, time)
    }
    return older
  }

  /// The process that created a file, and when: names are `PROCESS-TIME`.
  private static func parts(of name: String) -> (process: Int32, time: UInt64)? {
    let parts = name.split(separator: "-")
    guard parts.count == 2, let process = Int32(parts[0]), let time = UInt64(parts[1]) else {
      return nil
    }
    return (process, time)
  }

  private func hasEnded(_ file: File) -> Bool {
    guard round % Self.patience == 0 else { return false }
    return kill(file.process, 0) != 0 && errno == ESRCH
  }

  /// Maps the new rings of a file.
  private func addRings(to file: inout File) {
    let size = cmachine_ring_size()
    var status = stat()
    // SAFETY: the path is a string for the call, and the structure outlives it.
    guard unsafe stat(file.path, &status) == 0, Int(status.st_size) / size > file.rings.count else {
      return
    }
    let descriptor = unsafe open(file.path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return }
    defer { Glibc.close(descriptor) }
    for place in file.rings.count..<Int(status.st_size) / size {
      let memory = unsafe mmap(
        nil,
        size,
        PROT_READ | PROT_WRITE,
        MAP_SHARED,
        descriptor,
        off_t(place * size)
      )
      guard let memory = unsafe memory, unsafe memory != MAP_FAILED else { return }
      unsafe file.rings.append(Ring(memory: memory))
    }
  }

  private func empty(
    _ ring: inout Ring,
    _ process: Int32,
    _ take: (UnsafeRawBufferPointer) -> Void
  ) {
    let count = unsafe cmachine_read_ring(ring.memory, cmachine_ring_size(), buffer)
    if count > 0 { unsafe take(UnsafeRawBufferPointer(start: buffer, count: count)) }
    let lost = unsafe ring.memory.load(fromByteOffset: Self.extraOffset, as: UInt64.self)
    guard lost > ring.lost else { return }
    let origin = RecordOrigin(process: process, thread: process)
    let record = Self.record(ofLost: lost - ring.lost, origin)
    ring.lost = lost
    // SAFETY: the bytes are there for the call.
    unsafe record.withUnsafeBytes { unsafe take($0) }
  }

  /// The kernel's record for samples without room.
  static func record(ofLost count: UInt64, _ origin: RecordOrigin) -> [UInt8] {
    var record = RecordBuilder(.lost)
    record.append(event, count)
    record.append(origin)
    return record.finished()
  }

  private func close(_ name: String) {
    guard let file = files.removeValue(forKey: name) else { return }
    if let first = file.rings.first {
      // The program may have written anything there.
      let refused = unsafe first.memory.load(fromByteOffset: Self.extraOffset + 8, as: UInt64.self)
      self.refused &+= min(refused, 1 << 32)
    } else {
      without.insert(file.process)
    }
    unmap(file)
    try? FileManager.default.removeItem(atPath: file.path)
  }

  private func unmap(_ file: File) {
    for ring in file.rings { unsafe munmap(ring.memory, cmachine_ring_size()) }
  }

  /// Whether some of the processes haven't ended.
  var hasRunningProcesses: Bool {
    files.values.contains { kill($0.process, 0) == 0 || errno != ESRCH }
  }

  /// Closes the files of all processes, ended or not; nothing can be drained afterwards.
  func closeAll() { for name in files.keys { close(name) } }
}
