import CMachine
import Glibc

/// A program that is run from its start to its end, again and again, with nothing to read and its output
/// thrown away.
package final class WholeCommand {
  /// Why a command could not be measured.
  package struct Failure: Error, CustomStringConvertible {
    package let description: String
  }

  private let words: [String]
  private let directory: String?
  private let environment: [String: String]
  private let timeout: Duration?
  private let isInterrupted: () -> Bool
  private(set) var runs = 0
  /// The most memory that one run had, in bytes.
  package private(set) var peakMemory = 0
  /// What the last run took of the CPU, in nanoseconds, with what it has waited for.
  package private(set) var lastCPU = 0.0

  /// - Parameters:
  ///   - words: The program, looked for on PATH, and its arguments.
  ///   - directory: Where it runs; `nil` is where this program runs.
  ///   - environment: The variables that differ from those of this program.
  ///   - timeout: How long a run may take before it is killed; `nil` waits for its end.
  ///   - isInterrupted: With a timeout: whether a run is to be killed before it is over.
  package init(
    _ words: [String],
    directory: String? = nil,
    environment: [String: String] = [:],
    timeout: Duration? = nil,
    isInterrupted: @escaping () -> Bool = { false }
  ) {
    precondition(!words.isEmpty, "a command has no words")
    self.words = words
    self.directory = directory
    self.environment = environment
    self.timeout = timeout
    self.isInterrupted = isInterrupted
  }

  /// Runs it once.
  ///
  /// - Throws: ``Failure`` if it can't be started, doesn't end with status 0, or takes longer than it may.
  package func run() throws(Failure) {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    if let directory { cmachine_spawn_in_directory(&actions, directory) }
    var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    // Not copied where nothing differs: the copy would be in the time of each run.
    var variables = environment.isEmpty ? [] : variables() + [nil]
    defer { for variable in variables { free(variable) } }
    var process: pid_t = 0
    let error =
      environment.isEmpty
      ? posix_spawnp(&process, words[0], &actions, nil, &arguments, environ)
      : posix_spawnp(&process, words[0], &actions, nil, &arguments, &variables)
    guard error == 0 else {
      throw Failure(description: "it can't be started: \(String(cString: strerror(error)))")
    }
    let hasTimedOut = !waits(for: process)
    if hasTimedOut { ProcessTree.kill(process) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(process, &status, 0, &usage) < 0 && errno == EINTR {}
    if hasTimedOut, let timeout {
      throw Failure(
        description: "it didn't end in \(timeout): it hangs, or give it longer (--timeout)"
      )
    }
    let signal = status & 0x7f
    guard signal == 0 else { throw Failure(description: "signal \(signal) ended it") }
    let code = status >> 8 & 0xff
    guard code == 0 else {
      throw Failure(description: "it ended with exit status \(code); its output is not shown here")
    }
    runs += 1
    lastCPU = Self.nanoseconds(usage.ru_utime) + Self.nanoseconds(usage.ru_stime)
    // Linux counts in KiB.
    peakMemory = max(peakMemory, usage.ru_maxrss * 1024)
  }

  /// Waits for the end of a process as long as it may take.
  ///
  /// - Returns: Whether it has ended, as far as that can be told without a limit.
  private func waits(for process: pid_t) -> Bool {
    guard let timeout else { return true }
    let end = cmachine_open_process(process)
    guard end >= 0 else { return true }
    defer { close(end) }
    let deadline = ContinuousClock.now + timeout
    while true {
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { return false }
      var descriptor = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      // A signal to this program doesn't reach the command, and may come before it is waited for.
      if poll(&descriptor, 1, Int32(min(left.rounded(.up), 200))) > 0 { return true }
      if isInterrupted() { return false }
    }
  }

  /// The environment of the command, in the memory of C.
  private func variables() -> [UnsafeMutablePointer<CChar>?] {
    var variables: [UnsafeMutablePointer<CChar>?] = []
    var next = environ
    while let variable = next.pointee {
      let text = String(cString: variable)
      let name = String(text.prefix { $0 != "=" })
      if environment[name] == nil { variables.append(strdup(variable)) }
      next += 1
    }
    for (name, value) in environment.sorted(by: { $0.key < $1.key }) {
      variables.append(strdup("\(name)=\(value)"))
    }
    return variables
  }

  private static func nanoseconds(_ time: timeval) -> Double {
    Double(time.tv_sec) * 1e9 + Double(time.tv_usec) * 1e3
  }
}
