import Synchronization
import Testing

@testable import TraceRecording

@Suite struct DaemonLogTests {
  // Printed by lttng-consumerd 2.13.9 on a full tmpfs.
  private static let limit =
    "PERROR - 00:50:18.852010187 [10823/10823]: failed to set open files limit: Operation not "
    + "permitted (in set_ulimit() at lttng-consumerd.c:312)"
  private static let full =
    "PERROR - 00:50:18.982607320 [10823/10831]: Error in write mmap (ret -28 != write_len "
    + "1048576): No space left on device (in lttng_consumer_on_read_subbuffer_mmap() at "
    + "consumer.c:1747)"
  private static let forbidden =
    "PERROR - 00:50:18.982607320 [10823/10831]: Error in write mmap (ret -1 != write_len 4096): "
    + "Input/output error (in lttng_consumer_on_read_subbuffer_mmap() at consumer.c:1747)"

  @Test func `a full disk is told once, whatever else is printed`() {
    let log = DaemonLog(destination: .directory("/traces")) { _ in true }
    #expect(log.failure == nil)
    log.append(Self.limit)
    #expect(log.failure == nil)
    #expect(!log.didEndCommand)
    log.append(Self.full + "\n")
    #expect(log.failure == .diskFull(directory: "/traces"))
    #expect(log.didEndCommand)
  }

  @Test func `the callback is called for the first failure only`() {
    let calls = Counter()
    let log = DaemonLog(destination: .directory("/traces")) { _ in
      calls.increment()
      return false
    }
    for line in [Self.limit, Self.full, "Error: Error consuming subbuffer: (-28)", Self.full] {
      log.append(line)
    }
    #expect(calls.value == 1)
  }

  @Test func `another failure to write keeps the system's reason, without times and positions`() {
    let log = DaemonLog(destination: .directory("/traces")) { _ in false }
    log.append(Self.forbidden)
    #expect(
      log.failure
        == .writeFailed(
          directory: "/traces",
          message: "Error in write mmap (ret -1 != write_len 4096): Input/output error"
        )
    )
  }

  @Test func `the end of the consumer is told`() {
    let log = DaemonLog(destination: .directory("/traces")) { _ in false }
    log.append("Error: Health error occurred in thread_consumer_management")
    log.append(Self.full)
    #expect(log.failure == .consumerDied)
  }

  @Test func `LTTng's messages become one line, each once, without noise`() {
    #expect(
      DaemonLog.condensed([
        Self.limit, "Error: A session daemon is already running.", "", "Warning: second",
        "Error: A session daemon is already running.",
      ]) == "A session daemon is already running, second"
    )
    #expect(DaemonLog.condensed([Self.limit]) == "it printed no reason")
  }

  @Test func `the client's error lines are preferred to its other words`() {
    #expect(
      LTTngClient.message(
        output: "Spawning\n",
        error: "Warning: w\nError: No session daemon is available\n"
      )
        == "No session daemon is available"
    )
    #expect(LTTngClient.message(output: "only this\n", error: "") == "only this")
    let forPrograms = "<?xml version=\"1.0\"?>\n<command><output/></command>"
    #expect(LTTngClient.message(output: forPrograms, error: "") == "it printed no reason")
    #expect(LTTngClient.message(output: forPrograms, error: "Error: no room\n") == "no room")
  }
}

/// Counts calls from any thread.
final class Counter: Sendable {
  private let count = Atomic<Int>(0)

  var value: Int { count.load(ordering: .relaxed) }

  func increment() {
    count.add(1, ordering: .relaxed)
  }
}
