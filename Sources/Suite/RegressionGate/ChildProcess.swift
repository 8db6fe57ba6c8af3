import BenchmarkHarness
import CMachine
import Glibc

/// A child that is talked to in lines, by one thread, with a limit to each answer.
///
/// The last lines of its standard error are kept for messages.
final class ChildProcess {
  private static let hashing = "SWIFT_DETERMINISTIC_HASHING"
  private static let longestLine = 1 << 20
  private static let longestOutput = 1 << 26

  private let input: Int32
  private let output: Int32
  private let errors: Int32
  private var process: pid_t
  private var hasEnded = false
  private var buffer: [UInt8] = []
  private var errorTail: [UInt8] = []

  /// Starts a program with deterministic hashing.
  ///
  /// - Parameter words: Its path and arguments.
  /// - Throws: ``SamplingError`` if it can't be started.
  init(_ words: [String]) throws(SamplingError) {
    var pipes = [[Int32]](repeating: [-1, -1], count: 3)
    for index in pipes.indices {
      guard Self.makePipe(&pipes[index]) else {
        let reason = String(cString: strerror(errno))
        for descriptor in pipes.joined() where descriptor >= 0 { close(descriptor) }
        throw SamplingError("no pipe can be made: \(reason)")
      }
    }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, pipes[0][0], STDIN_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes[1][1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, pipes[2][1], STDERR_FILENO)
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var environment = Self.environment() + [nil]
    defer { for variable in environment { free(variable) } }
    process = 0
    let code = posix_spawn(&process, words[0], &actions, nil, &arguments, &environment)
    close(pipes[0][0])
    close(pipes[1][1])
    close(pipes[2][1])
    input = pipes[0][1]
    output = pipes[1][0]
    errors = pipes[2][0]
    guard code == 0 else {
      hasEnded = true
      throw SamplingError("\(words[0]) can't be started: \(String(cString: strerror(code)))")
    }
  }

  deinit {
    kill()
    close(input)
    close(output)
    close(errors)
  }

  /// Writes a text to its standard input.
  func write(_ text: String) throws(SamplingError) {
    let bytes = Array(text.utf8)
    // A write to a process that has ended raises SIGPIPE, which the caller handles; the reading that
    // follows tells how it ended.
    _ = Glibc.write(input, bytes, bytes.count)
  }

  /// Waits for the next line of its standard output.
  ///
  /// - Throws: ``SamplingError`` if it ends, or takes longer; then it is killed.
  func readLine(timeout: Duration) throws(SamplingError) -> String {
    let deadline = ContinuousClock.now + timeout
    while true {
      if let end = buffer.firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      try limitBuffer(Self.longestLine)
      guard try poll(until: deadline) else {
        kill()
        throw SamplingError(
          "no answer in \(timeout): it hangs; run it alone to see where, or give it longer (--timeout)"
        )
      }
      guard Self.read(output, into: &buffer) else {
        guard let status = end(before: deadline) else {
          throw SamplingError("it closed its output and didn't end in \(timeout)")
        }
        throw SamplingError(Self.ending(status) + message())
      }
    }
  }

  /// Waits for its end and returns all lines of its standard output.
  ///
  /// - Throws: ``SamplingError`` if it doesn't end with status 0, or takes longer.
  func allLines(timeout: Duration) throws(SamplingError) -> [String] {
    try waitForEnd(timeout: timeout)
    return String(decoding: buffer, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Waits until it has ended with status 0.
  func waitForEnd(timeout: Duration) throws(SamplingError) {
    let deadline = ContinuousClock.now + timeout
    while try poll(until: deadline) {
      try limitBuffer(Self.longestOutput)
      guard Self.read(output, into: &buffer) else {
        guard let status = end(before: deadline) else { break }
        guard status == 0 else { throw SamplingError(Self.ending(status) + message()) }
        return
      }
    }
    kill()
    throw SamplingError("it doesn't end in \(timeout); run it alone to see where it hangs")
  }

  /// Ends it at once, if it hasn't ended.
  func kill() {
    guard !hasEnded else { return }
    ProcessTree.kill(process)
    _ = wait()
  }

  /// Waits for standard output; takes what comes on standard error meanwhile.
  ///
  /// - Returns: Whether there is something, or the end, before the deadline.
  private func poll(until deadline: ContinuousClock.Instant) throws(SamplingError) -> Bool {
    var watchesErrors = true
    while true {
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { return false }
      var descriptors = [
        pollfd(fd: output, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watchesErrors ? errors : -1, events: Int16(POLLIN), revents: 0),
      ]
      let ready = Glibc.poll(&descriptors, 2, Int32(min(left.rounded(.up), 1_000_000)))
      if ready < 0, errno != EINTR {
        throw SamplingError("it can't be waited for: \(String(cString: strerror(errno)))")
      }
      if ready <= 0 { continue }
      if descriptors[1].revents != 0 { watchesErrors = readErrors() }
      if descriptors[0].revents != 0 { return true }
    }
  }

  /// Waits for its end after that of its output, which isn't the same: it may close its output and go on,
  /// or leave a child that has its standard error.
  ///
  /// - Returns: Its status; `nil` if it hasn't ended before the deadline, and was killed.
  private func end(before deadline: ContinuousClock.Instant) -> Int32? {
    let end = cmachine_open_process(process)
    guard end >= 0 else { return wait() }
    defer { close(end) }
    var watchesErrors = true
    while true {
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else {
        kill()
        return nil
      }
      var descriptors = [
        pollfd(fd: end, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watchesErrors ? errors : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard Glibc.poll(&descriptors, 2, Int32(min(left.rounded(.up), 1_000_000))) > 0 else {
        continue
      }
      // First what it has said, for the message.
      if descriptors[1].revents != 0 {
        watchesErrors = readErrors()
      } else if descriptors[0].revents != 0 {
        return wait()
      }
    }
  }

  /// Keeps the end of what comes on standard error.
  ///
  /// - Returns: Whether there was something, and not the end.
  private func readErrors() -> Bool {
    defer { if errorTail.count > 1 << 16 { errorTail.removeFirst(errorTail.count - (1 << 15)) } }
    return Self.read(errors, into: &errorTail)
  }

  /// - Throws: ``SamplingError`` if it has printed more than so many bytes; then it is killed.
  private func limitBuffer(_ bytes: Int) throws(SamplingError) {
    guard buffer.count >= bytes else { return }
    kill()
    throw SamplingError("it prints without an end; print nothing in the benchmark")
  }

  /// The first error that it printed, or its last line.
  private func message() -> String {
    let lines = String(decoding: errorTail, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.contains("error: ") }) ?? lines.last else {
      return "; run it alone to see why"
    }
    return ": \(line.prefix(300))"
  }

  private func wait() -> Int32 {
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 && errno == EINTR {}
    hasEnded = true
    return status
  }

  private static func ending(_ status: Int32) -> String {
    let signal = status & 0x7f
    if signal != 0 { return "signal \(signal) ended it" }
    return "it ended with exit status \(status >> 8 & 0xff)"
  }

  /// Makes a pipe that no other child inherits.
  private static func makePipe(_ descriptors: inout [Int32]) -> Bool {
    guard pipe(&descriptors) == 0 else { return false }
    return descriptors.allSatisfy { fcntl($0, F_SETFD, FD_CLOEXEC) == 0 }
  }

  /// - Returns: Whether there was something, and not the end.
  private static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes += chunk.prefix(count)
      return true
    }
  }

  /// The environment of this process with deterministic hashing, in the memory of C.
  private static func environment() -> [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = [strdup("\(hashing)=1")]
    var next = environ
    while let variable = next.pointee {
      if strncmp(variable, "\(hashing)=", hashing.utf8.count + 1) != 0 {
        variables.append(strdup(variable))
      }
      next += 1
    }
    return variables
  }
}
