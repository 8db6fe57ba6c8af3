import Glibc
import Testing

@testable import ProcessLaunching

@Suite(.timeLimit(.minutes(30)))
struct InteractiveProcessTests {
  private func message(
    of commands: String,
    timeout: Duration = .seconds(30),
    _ ask: (InteractiveProcess) throws(ProcessFailure) -> Void
  ) throws -> String {
    let child = try InteractiveProcess(["/bin/sh", "-c", commands])
    let error = #expect(throws: ProcessFailure.self) { try ask(child) }
    return try #require(error).description
  }

  @Test func `lines are read as they come, and the end with its status`() throws {
    let child = try InteractiveProcess(["/bin/sh", "-c", "echo one; read word; echo $word"])
    #expect(try child.readLine(timeout: .seconds(30)) == "one")
    child.write("two\n")
    #expect(try child.readLine(timeout: .seconds(30)) == "two")
    try child.waitForEnd(timeout: .seconds(30))
  }

  @Test func `it tells the processor that it runs on, and is kept there`() throws {
    let child = try InteractiveProcess(["/bin/sh", "-c", "echo one; read word"])
    #expect(try child.readLine(timeout: .seconds(30)) == "one")
    let processor = try #require(child.processor)
    #expect(child.keepMainThread(on: processor))
    #expect(child.processor == processor)
    // One that no machine has.
    #expect(!child.keepMainThread(on: -1) && !child.keepMainThread(on: .max))
    child.write("two\n")
    try child.waitForEnd(timeout: .seconds(30))
    #expect(child.processor == nil)
  }

  @Test func `what closes its output and goes on is ended`() throws {
    let message = try message(of: "exec 1>&-; exec sleep 600", timeout: .seconds(1)) {
      (child) throws(ProcessFailure) in _ = try child.readLine(timeout: .seconds(1))
    }
    #expect(message == "it closed its output and didn't end in 1.0 seconds")
    let end = try self.message(of: "exec 1>&-; exec sleep 600") { (child) throws(ProcessFailure) in
      try child.waitForEnd(timeout: .seconds(1))
    }
    #expect(end.hasPrefix("it doesn't end in 1.0 seconds"))
  }

  @Test func `a child that it leaves behind doesn't hide its end`() throws {
    // The child has the standard error, so that never ends.
    let message = try message(of: "sleep 20 1>&- & echo 'error: why' >&2; exit 3") {
      (child) throws(ProcessFailure) in _ = try child.readLine(timeout: .seconds(15))
    }
    #expect(message == "it ended with exit status 3: error: why")
  }

  @Test func `what it says at length doesn't keep it from its end`() throws {
    let message = try message(
      of:
        "exec 1>&-; i=0; while [ $i -lt 20000 ]; do echo 'some words' >&2; i=$((i+1)); done; exit 4"
    ) { (child) throws(ProcessFailure) in _ = try child.readLine(timeout: .seconds(30)) }
    #expect(message == "it ended with exit status 4: some words")
  }

  @Test func `output without an end is not kept`() throws {
    let message = try message(of: "exec yes") { (child) throws(ProcessFailure) in
      _ = try child.allLines(timeout: .seconds(50))
    }
    #expect(message.hasPrefix("it prints without an end"))
    let line = try self.message(of: "exec tr '\\0' x < /dev/zero") {
      (child) throws(ProcessFailure) in _ = try child.readLine(timeout: .seconds(50))
    }
    #expect(line.hasPrefix("it prints without an end"))
  }
}

/// What concerns the signals of the whole process, in processes of their own.
@Suite(.timeLimit(.minutes(30)))
struct ProcessSignalTests {
  @Test func `what is written to a program that has ended ends nobody else`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGPIPE, SIG_DFL)
      let child = try InteractiveProcess(["/bin/sh", "-c", "echo 'error: why' >&2; exit 3"])
      // It is not waited for, and its end of the pipe is closed when this is there.
      let error = #expect(throws: ProcessFailure.self) {
        _ = try child.readLine(timeout: .seconds(300))
      }
      #expect(error?.description.contains("exit status 3") == true)
      for _ in 0..<3 { child.write("sample 1\n") }
      // Nothing is left to come later either.
      var pending = sigset_t()
      sigpending(&pending)
      #expect(sigismember(&pending, SIGPIPE) == 0)
    }
  }

  @Test func `who ignores the ends of children is told them all the same`() async {
    await #expect(processExitsWith: .success) {
      signal(SIGCHLD, SIG_IGN)
      let error = #expect(throws: ProcessFailure.self) {
        try WholeCommand(["/bin/sh", "-c", "exit 3"]).run()
      }
      #expect(error?.description.hasPrefix("it ended with exit status 3") == true)
    }
  }

  @Test func `an end that can't be told is no success`() {
    // No process has this number, and no child.
    let end = ProcessEnd(of: Int32.max)
    #expect(!end.isSuccess)
    #expect(end.description.hasPrefix("how it ended can't be told: "))
  }
}
