import CMachine
package import Glibc
import SuiteErrors

/// A process to start with `posix_spawn`.
///
/// The rest of the suite runs programs through swift-subprocess (module CommandRunning). Only this module starts programs itself, where
/// swift-subprocess can't:
///
/// 1. A command that is timed from its start to its end: swift-subprocess would add the time of a thread pool and a pair of pipes, and
///    doesn't report the resources used by a child.
/// 2. A program that answers line by line, each within a limit, to a thread that does not suspend.
/// 3. All that the harness starts: `main` must not suspend there, since valgrind 3.19 doesn't survive how Dispatch parks the main thread;
///    and users with only benchmarks need not build swift-subprocess.
/// 4. A program that must inherit this one's descriptors and ignored signals: swift-subprocess closes the former and resets the latter.
package struct ProcessLaunch {
  /// One of the three standard streams of the process.
  package enum Stream: Equatable, Sendable {
    /// This program's.
    case inherited
    /// `/dev/null`.
    case discarded
    /// A descriptor of this program.
    case descriptor(Int32)
    /// A file, opened anew by each start: read from its begin, or emptied and written.
    case file(String)
  }

  /// The program, searched on PATH, and its arguments.
  package var words: [String]
  /// The executed file, if it is not the first word.
  package var executable: String?
  /// The variables that differ from those of this program.
  package var environment: [String: String] = [:]
  /// Its working directory; `nil` for that of this program.
  package var directory: String?
  package var input = Stream.inherited
  package var output = Stream.inherited
  package var errors = Stream.inherited

  package init(_ words: [String]) {
    precondition(!words.isEmpty, "a command has no words")
    self.words = words
  }

  /// Starts it.
  ///
  /// - Returns: The process id of the child, which has to be waited for.
  /// - Throws: The system's reason, with its code.
  package func start() throws(ProcessFailure) -> Int32 {
    ChildSignal.takeEnds()
    var process: Int32 = 0
    // SAFETY: for the whole function: the actions and attributes are initialised before and destroyed after their use, the arrays of texts
    // outlive the calls, and the kernel copies all that it gets.
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    for (stream, descriptor) in [
      (input, STDIN_FILENO), (output, STDOUT_FILENO), (errors, STDERR_FILENO),
    ] {
      switch stream {
      case .inherited: break
      case .discarded:
        let mode = descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY
        unsafe posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0)
      case .file(let path):
        let mode = descriptor == STDIN_FILENO ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, descriptor, path, mode, 0o666)
      case .descriptor(let own):
        unsafe posix_spawn_file_actions_adddup2(&actions, own, descriptor)
      }
    }
    if let directory { unsafe cmachine_spawn_in_directory(&actions, directory) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }
    // This may be a worker thread of libdispatch, which blocks nearly all signals: a shell that waits would never learn of an end.
    var none = sigset_t()
    unsafe sigemptyset(&none)
    unsafe posix_spawnattr_setsigmask(&attributes, &none)
    unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
    let file = executable ?? words[0]
    let code = unsafe CTexts.with(words) { arguments in
      // Not copied if nothing differs: the copy would add to the time of each run.
      guard !environment.isEmpty else {
        return unsafe posix_spawnp(&process, file, &actions, &attributes, arguments, environ)
      }
      return unsafe CTexts.with(variables) {
        unsafe posix_spawnp(&process, file, &actions, &attributes, arguments, $0)
      }
    }
    guard code == 0 else {
      throw ProcessFailure("can't be started: \(SystemReason.text(code))", code: code)
    }
    return process
  }

  /// The environment of the process, as `name=value`.
  private var variables: [String] {
    var variables: [String] = []
    // SAFETY: `environ` is an array of texts with a null pointer at its end; nobody changes it meanwhile.
    var next = unsafe environ
    while let variable = unsafe next.pointee {
      let text = unsafe String(cString: variable)
      if environment[String(text.prefix { $0 != "=" })] == nil { variables.append(text) }
      unsafe next += 1
    }
    return variables
      + environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
  }
}

/// Why a process could not be started or did not end well: a clause about a subject that the caller knows.
package struct ProcessFailure: Error, Equatable, CustomStringConvertible {
  package let description: String
  /// The `errno` of a process that could not be started.
  package let code: Int32?

  package init(_ description: String, code: Int32? = nil) {
    self.description = description
    self.code = code
  }
}

/// The end of a process that has been waited for.
package struct ProcessEnd {
  /// As `waitpid` returns it.
  package private(set) var status: Int32 = 0
  /// Why its end is unknown, in the system's words; `nil` if it is known.
  private var waitingFailure: String?
  /// The resources that it used, including those of the processes that it waited for.
  package private(set) var usage = rusage()

  /// Waits for the end of a child.
  package init(of process: Int32) {
    // SAFETY: both outlive the call.
    while unsafe wait4(process, &status, 0, &usage) < 0 {
      if errno == EINTR { continue }
      waitingFailure = SystemReason.text()
      return
    }
  }

  package var isSuccess: Bool { waitingFailure == nil && status == 0 }

  /// The exit status as shells tell it: 128 and more for a signal; `nil` if it is unknown.
  package var exitStatus: Int32? {
    let signal = status & 0x7f
    return waitingFailure != nil ? nil : signal != 0 ? 128 + signal : status >> 8 & 0xff
  }

  /// A clause about the process.
  package var description: String {
    if let waitingFailure { return "how it ended can't be told: \(waitingFailure)" }
    let signal = status & 0x7f
    return signal != 0
      ? "signal \(signal) ended it" : "it ended with exit status \(status >> 8 & 0xff)"
  }

  /// Waits until a child has ended, without reaping it.
  package static func isReached(
    by process: Int32,
    until deadline: ContinuousClock.Instant,
    isInterrupted: () -> Bool
  ) -> Bool {
    let end = cmachine_open_process(process)
    guard end >= 0 else { return true }
    defer { close(end) }
    while true {
      let left = (deadline - ContinuousClock.now) / .milliseconds(1)
      guard left > 0 else { return false }
      var descriptor = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      // SAFETY: one descriptor, which outlives the call. A signal to this program doesn't reach the child, and may come before the wait.
      if unsafe poll(&descriptor, 1, Int32(min(left.rounded(.up), 200))) > 0 { return true }
      if isInterrupted() { return false }
    }
  }
}

/// The signal for the ends of children.
package enum ChildSignal {
  /// Lets this program wait for its children, once for all.
  ///
  /// A program that ignores the signal has no children to wait for, wait(2), and programs inherit that from their parents.
  package static func takeEnds() { _ = isTaken }

  private static let isTaken: Bool = {
    var action = sigaction()
    // SAFETY: the struct outlives the calls, and the handler is compared, not called.
    guard unsafe sigaction(SIGCHLD, nil, &action) == 0,
      unsafe unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
        == unsafeBitCast(SIG_IGN, to: Int.self)
    else { return false }
    signal(SIGCHLD, SIG_DFL)
    return true
  }()
}

/// Texts in the form of C's commands and environments: an array that ends with a null pointer.
package enum CTexts {
  /// Lends texts to a closure; they are freed after it.
  package static func with<Result>(
    _ texts: [String],
    _ body: (UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>) -> Result
  ) -> Result {
    let count = texts.count + 1
    let array = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: count)
    // SAFETY: each element is initialised, copied texts and then nil, and freed once after the call.
    for (index, text) in texts.enumerated() {
      unsafe (array + index).initialize(to: strdup(text))
    }
    unsafe (array + texts.count).initialize(to: nil)
    defer {
      for index in texts.indices { unsafe free(array[index]) }
      unsafe array.deallocate()
    }
    return unsafe body(array)
  }
}
