import CMachine
import Foundation
import Glibc
import ObjectFiles
import SampleFiles
import Synchronization
import Testing

@testable import SampleRecording

/// A thread that runs until it is to end.
private final class Running: Sendable {
  private let isOver = Atomic(false)
  private let id = Atomic<Int32>(0)

  var number: Int32 { id.load(ordering: .acquiring) }

  init() {
    Thread.detachNewThread { [self] in
      id.store(cmachine_thread(), ordering: .releasing)
      while !isOver.load(ordering: .acquiring) {}
    }
    while number == 0 { usleep(100) }
  }

  func end() {
    isOver.store(true, ordering: .releasing)
    while access("/proc/self/task/\(number)", F_OK) == 0 { usleep(100) }
  }
}

@Suite(.timeLimit(.minutes(1))) struct OwnThreadsTests {
  /// Whether the next thread of the system has the number after this, if nobody else begins one; not everybody may say so.
  private static func setLastNumber(_ number: Int32) -> Bool {
    let file = fopen("/proc/sys/kernel/ns_last_pid", "w")
    defer { if let file { fclose(file) } }
    return file.map { fputs("\(number)", $0) >= 0 && fflush($0) == 0 } ?? false
  }

  @Test(.enabled(if: setLastNumber(getpid())))
  func `a thread with the number of one that has just ended is sampled`() async {
    await #expect(processExitsWith: .success) {
      let choice = try EngineChoice(.timers, frequency: 100, isOwn: true)
      let threads = OwnThreads(choice.recording)
      var begins: [Int32] = []
      func look() {
        // New threads are looked for each ten milliseconds.
        usleep(20_000)
        threads.drain { ring in
          let bytes = NativeBytes(ring)
          var offset = 0
          while let record = PerfRecord(bytes, at: offset) {
            if record.kind == .fork { begins.append(record.child.thread) }
            offset += record.size
          }
        }
      }
      // Somebody else may get the number.
      for _ in 0..<200 {
        let first = Running()
        begins = []
        look()
        first.end()
        try #require(OwnThreadsTests.setLastNumber(first.number - 1))
        let second = Running()
        defer { second.end() }
        guard second.number == first.number else { continue }
        look()
        #expect(begins.count { $0 == first.number } == 2)
        return
      }
      Issue.record("no number was given twice")
    }
  }
}
