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
  private func areGone(_ processes: [Int32]) -> Bool {
    for _ in 0..<3000 {
      if !processes.contains(where: ProcessTree.isRunning) { return true }
      usleep(100_000)
    }
    return false
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
