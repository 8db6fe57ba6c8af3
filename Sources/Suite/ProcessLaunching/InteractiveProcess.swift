import CMachine
import Glibc
import SuiteErrors

/// A child that one thread talks to in lines, with a time limit for each answer.
///
/// The last lines of its standard error are kept for messages.
package final class InteractiveProcess {
  private static let longestLine = 1 << 20
  private static let longestOutput = 1 << 26

  private let input: Int32
  private let output: Int32
  private let errors: Int32
  /// Its process id; 0 if it could not be started.
  package let process: Int32
  private var hasEnded = false
  private var buffer: [UInt8] = []
  private var errorTail: [UInt8] = []

  /// Starts a program with deterministic hashing, and with more variables of the environment.
  package init(
    _ words: [String],
    in directory: String? = nil,
    environment: [String: String] = [:]
  ) throws(ProcessFailure) {
    var pipes = [[Int32]](repeating: [-1, -1], count: 3)
    for index in pipes.indices {
      guard Self.makePipe(&pipes[index]) else {
        let reason = SystemReason.text()
        for descriptor in pipes.joined() where descriptor >= 0 { close(descriptor) }
        throw ProcessFailure("no pipe can be made: \(reason)")
      }
    }
    var launch = ProcessLaunch(words)
    launch.environment = ["SWIFT_DETERMINISTIC_HASHING": "1"].merging(environment) { $1 }
    launch.directory = directory
    launch.input = .descriptor(pipes[0][0])
    launch.output = .descriptor(pipes[1][1])
    launch.errors = .descriptor(pipes[2][1])
    (input, output, errors) = (pipes[0][1], pipes[1][0], pipes[2][0])
    defer { for descriptor in [pipes[0][0], pipes[1][1], pipes[2][1]] { close(descriptor) } }
    do {
      process = try launch.start()
    } catch {
      process = 0
      hasEnded = true
      throw ProcessFailure("\(words[0]) \(error)", code: error.code)
    }
  }

  deinit {
    kill()
    close(input)
    close(output)
    close(errors)
  }

  /// Writes a text to its standard input; if it has ended, the next reading reports how.
  package func write(_ text: String) {
    // SAFETY: for the whole function: the sets and the bytes outlive the calls.
    //
    // A write to a process that has ended raises SIGPIPE, which would end this one too. The signal goes to the writing thread, which blocks
    // it, and removes it afterwards unless it was pending before.
    var (pipe, previous, pending) = (sigset_t(), sigset_t(), sigset_t())
    unsafe sigemptyset(&pipe)
    unsafe sigaddset(&pipe, SIGPIPE)
    unsafe sigpending(&pending)
    unsafe pthread_sigmask(SIG_BLOCK, &pipe, &previous)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes {
        unsafe Glibc.write(input, $0.baseAddress, $0.count)
      }
      if count >= 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        break
      }
    }
    guard !rest.isEmpty, unsafe sigismember(&pending, SIGPIPE) == 0 else { return }
    var none = timespec()
    while unsafe sigtimedwait(&pipe, nil, &none) < 0 && errno == EINTR {}
  }

  /// Waits for the next line of its standard output.
  ///
  /// - Throws: ``ProcessFailure`` if it ends, or takes longer; then it is killed.
  package func readLine(timeout: Duration) throws(ProcessFailure) -> String {
    let deadline = ContinuousClock.now + timeout
    var searched = 0
    while true {
      if let end = buffer[searched...].firstIndex(of: UInt8(ascii: "\n")) {
        let line = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return line
      }
      searched = buffer.count
      try limitBuffer(Self.longestLine)
      guard try poll(output, until: deadline) else {
        kill()
        throw ProcessFailure(
          "no answer in \(timeout): it hangs; run it alone to see where, or give it longer (--timeout)"
        )
      }
      guard Self.read(output, into: &buffer) else {
        guard let end = try end(before: deadline) else {
          throw ProcessFailure("it closed its output and didn't end in \(timeout)")
        }
        throw ProcessFailure(end.description + message())
      }
    }
  }

  /// Waits for its end and returns all lines of its standard output.
  package func allLines(timeout: Duration) throws(ProcessFailure) -> [String] {
    try waitForEnd(timeout: timeout)
    return String(decoding: buffer, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  /// Waits until it has ended with status 0.
  package func waitForEnd(timeout: Duration) throws(ProcessFailure) {
    let deadline = ContinuousClock.now + timeout
    while try poll(output, until: deadline) {
      try limitBuffer(Self.longestOutput)
      guard Self.read(output, into: &buffer) else {
        guard let end = try end(before: deadline) else { break }
        guard end.isSuccess else { throw ProcessFailure(end.description + message()) }
        return
      }
    }
    kill()
    throw ProcessFailure("it doesn't end in \(timeout); run it alone to see where it hangs")
  }

  /// Ends it at once, if it still runs.
  package func kill() {
    guard !hasEnded else { return }
    ProcessTree.kill(process)
    _ = wait()
  }

  /// Waits for a descriptor, reading standard error meanwhile, or first all of it.
  ///
  /// - Returns: Whether there is data, or the end, before the deadline.
  private func poll(
    _ descriptor: Int32,
    until deadline: ContinuousClock.Instant,
    afterErrors: Bool = false
  ) throws(ProcessFailure) -> Bool {
    var watchesErrors = true
    while true {
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { return false }
      var descriptors = [
        pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watchesErrors ? errors : -1, events: Int16(POLLIN), revents: 0),
      ]
      // SAFETY: two descriptors, which outlive the call.
      let ready = unsafe Glibc.poll(&descriptors, 2, Int32(min(left.rounded(.up), 1_000_000)))
      if ready < 0, errno != EINTR {
        throw ProcessFailure("it can't be waited for: \(SystemReason.text())")
      }
      if ready <= 0 { continue }
      if descriptors[1].revents != 0 {
        watchesErrors = readErrors()
        if afterErrors { continue }
      }
      if descriptors[0].revents != 0 { return true }
    }
  }

  /// Waits for its end after that of its output, which may be earlier: it may close its output and go on, or leave a child that has its
  /// standard error.
  ///
  /// - Returns: Its end; `nil` if it hasn't ended before the deadline, and was killed.
  private func end(
    before deadline: ContinuousClock.Instant
  ) throws(ProcessFailure) -> ProcessEnd? {
    let end = cmachine_open_process(process)
    guard end >= 0 else { return wait() }
    defer { close(end) }
    // First all its errors, for the message.
    guard try poll(end, until: deadline, afterErrors: true) else {
      kill()
      return nil
    }
    return wait()
  }

  /// Keeps the end of its standard error.
  ///
  /// - Returns: Whether there was data, and not the end.
  private func readErrors() -> Bool {
    defer { if errorTail.count > 1 << 16 { errorTail.removeFirst(errorTail.count - (1 << 15)) } }
    return Self.read(errors, into: &errorTail)
  }

  /// - Throws: ``ProcessFailure`` if it has printed more than so many bytes; then it is killed.
  private func limitBuffer(_ bytes: Int) throws(ProcessFailure) {
    guard buffer.count >= bytes else { return }
    kill()
    throw ProcessFailure("it prints without an end; print nothing in the benchmark")
  }

  /// The first error that it printed, or its last line.
  private func message() -> String {
    let lines = String(decoding: errorTail, as: UTF8.self).split(separator: "\n")
    guard let line = lines.first(where: { $0.contains("error: ") }) ?? lines.last else {
      return "; run it alone to see why"
    }
    return ": \(line.prefix(300))"
  }

  private func wait() -> ProcessEnd {
    hasEnded = true
    return ProcessEnd(of: process)
  }

  /// Makes a pipe that no other child inherits.
  private static func makePipe(_ descriptors: inout [Int32]) -> Bool {
    // SAFETY: the array has the two elements that are written.
    unsafe cmachine_make_pipe(&descriptors) == 0
  }

  /// - Returns: Whether there was data, and not the end.
  private static func read(_ descriptor: Int32, into bytes: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    while true {
      // SAFETY: the array has room for the requested bytes.
      let count = unsafe Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      bytes += chunk.prefix(count)
      return true
    }
  }
}
