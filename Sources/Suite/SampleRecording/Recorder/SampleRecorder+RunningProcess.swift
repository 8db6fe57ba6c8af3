import CMachine
import Foundation
import ProcessLaunching
import SampleFiles
import SuiteErrors

extension SampleRecorder {
  /// Opens events of all threads of a process.
  ///
  /// A thread that is started meanwhile inherits them if its parent already has them, and is missing otherwise.
  func attach(_ process: Int32) throws(SuiteError) -> (KernelRings, [Int32]) {
    var threads = Self.threads(of: process)[...]
    while let first = threads.popFirst() {
      let rings = try KernelRings(choice.recording(beginsWithExecution: false), thread: first)
      // A process whose first thread has ended still lists it, without events.
      guard !rings.numbers.isEmpty else { continue }
      var opened = [first]
      for thread in threads where try rings.add(thread: thread) { opened.append(thread) }
      rings.enable()
      return (rings, opened)
    }
    throw SuiteError("process \(process)", "it has ended", remedy: "give the id of one that runs")
  }

  private static func threads(of process: Int32) -> [Int32] {
    let names =
      (try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(process)/task")) ?? []
    let recorder = cmachine_thread()
    return names.compactMap { Int32($0) }.filter { $0 != recorder }.sorted()
  }

  /// Writes the records that the kernel would have written about a process from its beginning.
  func describe(
    _ process: Int32,
    _ threads: [Int32],
    _ waiting: inout WaitingThreads,
    _ writer: inout PerfDataWriter
  ) {
    let now = MonotonicClock.now
    func origin(_ thread: Int32) -> RecordOrigin {
      RecordOrigin(process: process, thread: thread, time: now, event: Self.waitingEvent)
    }
    for thread in threads {
      let name = ProcessFile.name("/proc/\(process)/task/\(thread)") ?? ""
      writer.write(LoadedCode.record(ofName: name, origin(thread)))
      waiting.add(thread: thread, process: process, time: now)
    }
    for mapping in LoadedCode.identifiedMappings(of: process) {
      waiting.add(mapping)
      writer.write(LoadedCode.record(of: mapping, origin(process)))
    }
  }
}
