import CommandRunning
import SuiteErrors
import Testing

@Suite(.timeLimit(.minutes(30)))
struct CommandTests {
  private func problem(_ command: Command) async throws -> String {
    let error = await #expect(throws: SuiteError.self) { _ = try await command.run() }
    return try #require(error).description
  }

  @Test func `what a program prints is collected, and how it ended`() async throws {
    var number: Int32?
    let result = try await Command("sh", ["-c", "echo one; echo two >&2; exit 3"])
      .run { number = $0 }
    #expect(result.output == "one\n" && result.errors == "two\n")
    #expect(result.end == .exited(3))
    #expect(try #require(number) > 0)
  }

  @Test func `a program that prints too much is not said to be missing`() async throws {
    let text = try await problem(Command("head", ["-c", "70000000", "/dev/zero"]))
    #expect(text == "head: it printed more than 64 MB; let it print less")
    let missing = try await problem(Command("hamon-no-such-program", []))
    #expect(missing.contains("it is not installed or not on the PATH; install it"))
  }

  @Test func `a program that is cancelled is ended, and not said to be missing`() async {
    let running = Task {
      do {
        return "\(try await Command("sleep", ["600"]).run().end)"
      } catch {
        return "\(error)"
      }
    }
    running.cancel()
    let told = await running.value
    #expect(["signaled(9)", "sleep: it was ended before its time; run it again"].contains(told))
  }
}
