import FoundationEssentials
import Glibc
import Testing

@testable import ProcessLaunching

@Suite(.timeLimit(.minutes(30)))
struct ProcessTreeTests {
  /// A shell with a child that has a child; it prints the numbers of all three.
  private static let family = """
    echo $$; sh -c 'echo $$; sh -c "echo \\$\\$; exec sleep 600" & wait' & wait
    """

  /// Waits until none of some processes runs any more.
  private func areGone(_ processes: [Int32], within limit: Duration = .seconds(300)) -> Bool {
    let deadline = ContinuousClock.now + limit
    while processes.contains(where: ProcessTree.isRunning) {
      guard ContinuousClock.now < deadline else { return false }
      usleep(10_000)
    }
    return true
  }

  @Test func `a process is ended with all that it has started`() throws {
    let child = try InteractiveProcess(["/bin/sh", "-c", Self.family])
    let processes = try (0..<3).map { _ in
      try #require(Int32(try child.readLine(timeout: .seconds(300))))
    }
    #expect(processes.allSatisfy(ProcessTree.isRunning))
    child.kill()
    #expect(areGone(processes))
  }

  @Test func `a process that starts others all the time is ended with each of them`() throws {
    let mark = "3600.\(getpid())\(UInt32.random(in: 1_000_000...9_999_999))"
    var escaped: [Int32] = []
    for _ in 0..<40 {
      let process = try ProcessLaunch([
        "/bin/sh", "-c", "while :; do sleep \(mark) & done",
      ]).start()
      defer { _ = ProcessEnd(of: process) }
      // Until it is busy with it.
      while ProcessTree.children(of: process).count < 8 { usleep(1000) }
      ProcessTree.kill(process)
      // Also copies of the shell that are no `sleep` yet: the mark is among their words.
      let running = Self.processes().filter { $0 != process && Self.isRunning($0, saying: mark) }
      if !areGone(running, within: .seconds(2)) {
        let left = running.filter { Self.isRunning($0, saying: mark) }
        for process in left { kill(process, SIGKILL) }
        escaped += left
      }
    }
    #expect(escaped.isEmpty)
  }

  private static func processes() -> [Int32] {
    ((try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []).compactMap { Int32($0) }
  }

  private static func isRunning(_ process: Int32, saying mark: String) -> Bool {
    guard let words = ProcessFile.contents("/proc/\(process)/cmdline") else { return false }
    return String(decoding: words, as: UTF8.self).contains(mark) && ProcessTree.isRunning(process)
  }

  @Test func `a signal to the descendants spares the process itself`() throws {
    let child = try InteractiveProcess(["/bin/sh", "-c", "\(Self.family); read word; echo $word"])
    let processes = try (0..<3).map { _ in
      try #require(Int32(try child.readLine(timeout: .seconds(300))))
    }
    ProcessTree.signalDescendants(of: processes[0], SIGKILL)
    child.write("there\n")
    #expect(try child.readLine(timeout: .seconds(300)) == "there")
    #expect(areGone(Array(processes.dropFirst())))
  }

  @Test func `what has ended doesn't run, also before it is waited for`() throws {
    let process = try ProcessLaunch(["/bin/true"]).start()
    #expect(areGone([process]))
    #expect(ProcessEnd(of: process).isSuccess)
    #expect(!ProcessTree.isRunning(process))
  }
}
