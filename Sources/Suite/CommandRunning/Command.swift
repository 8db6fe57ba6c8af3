package import Subprocess
package import SuiteErrors

/// A program that swift-subprocess runs to its end, for its effects or its output.
///
/// Programs that swift-subprocess can't run are in ProcessLaunching, with the reasons.
package struct Command: Sendable {
  /// The program: a path if it has a slash, otherwise searched on PATH.
  package var program: String
  package var arguments: [String]
  /// The variables that differ from those of this program; `nil` removes one.
  package var environment: [String: String?]
  /// The whole environment instead, as `name=value` with a zero at the end.
  package var exactEnvironment: [[UInt8]]?
  /// Its working directory; `nil` for that of this program.
  package var directory: String?
  /// The advice if it can't be run.
  package var remedy = "install it"

  package init(
    _ program: String,
    _ arguments: [String],
    environment: [String: String?] = [:],
    in directory: String? = nil
  ) {
    self.program = program
    self.arguments = arguments
    self.environment = environment
    self.directory = directory
  }

  /// The maximum of collected output, in bytes.
  private static let outputLimit = 64 << 20

  /// Runs it without input, and collects its output, up to 64 MB.
  ///
  /// Cancelling the task ends it, but not the processes that it has started.
  ///
  /// - Parameter started: Gets the process id; the process has not been waited for then.
  /// - Returns: How it ended, and its output.
  /// - Throws: ``SuiteError`` if it can't be started, is ended by a cancellation, or prints more.
  package func run(
    started: (Int32) -> Void = { _ in }
  ) async throws(SuiteError) -> CommandResult {
    let result = try await run(
      output: .string(limit: Self.outputLimit),
      errors: .string(limit: Self.outputLimit)
    ) { started($0) }
    return CommandResult(
      end: CommandEnd(result.terminationStatus),
      output: result.standardOutput,
      errors: result.standardError
    )
  }

  /// Runs it, with its output on this program's standard output and error.
  ///
  /// - Parameters:
  ///   - keepsOutputFree: Whether all output goes to standard error, because standard output is for results.
  ///   - observe: Gets the process id while it runs.
  /// - Returns: How it ended, and the closure's result.
  /// - Throws: ``SuiteError`` if it can't be started.
  package func runShown<Result: Sendable>(
    keepsOutputFree: Bool,
    observing observe: (Int32) async -> Result
  ) async throws(SuiteError) -> (end: CommandEnd, observed: Result) {
    let output: FileDescriptorOutput =
      keepsOutputFree ? .currentStandardError : .currentStandardOutput
    let result = try await run(
      output: output,
      errors: .currentStandardError,
      observing: observe
    )
    return (CommandEnd(result.terminationStatus), result.closureResult)
  }

  private func run<Result: Sendable, Output: OutputProtocol, Errors: ErrorOutputProtocol>(
    output: Output,
    errors: Errors,
    observing observe: (Int32) async -> Result
  ) async throws(SuiteError) -> ExecutionResult<Result, Output, Errors> {
    do {
      return try await Subprocess.run(
        executable,
        arguments: Arguments(arguments),
        environment: subprocessEnvironment,
        workingDirectory: directory.map { Self.path($0) },
        input: .none,
        output: output,
        error: errors
      ) { execution in
        await observe(execution.processIdentifier.value)
      }
    } catch {
      throw runningError(error)
    }
  }

  private var executable: Executable {
    if program.contains("/") { return .path(Self.path(program)) }
    // swift-subprocess forks once for each folder of PATH until one has the program, a millisecond each.
    let isOurPath = exactEnvironment == nil && !environment.keys.contains("PATH")
    guard isOurPath, let path = ProgramSearch.path(of: program), path.hasPrefix("/") else {
      return .name(program)
    }
    return .path(Self.path(path))
  }

  private var subprocessEnvironment: Environment {
    if let exactEnvironment { return .custom(exactEnvironment) }
    return .inheriting(environment)
  }

  private func runningError(_ error: any Error) -> SuiteError {
    if error is CancellationError {
      return SuiteError(program, "it was ended before its time", remedy: "run it again")
    }
    switch (error as? SubprocessError)?.code {
    case .executableNotFound:
      return SuiteError(program, "it is not installed or not on the PATH", remedy: remedy)
    case .outputLimitExceeded:
      return SuiteError(
        program,
        "it printed more than \(Self.outputLimit >> 20) MB",
        remedy: "let it print less"
      )
    default: break
    }
    return SuiteError(program, "it can't be run: \(error)", remedy: remedy)
  }

  /// A path as Subprocess takes it.
  ///
  /// Its type belongs to a package that this one doesn't depend on, so it is created like a literal, without naming it.
  private static func path<Path: ExpressibleByStringLiteral>(_ text: String) -> Path
  where Path.StringLiteralType == String {
    Path(stringLiteral: text)
  }
}

package enum CommandEnd: Equatable, Sendable {
  case exited(Int32)
  case signaled(Int32)

  fileprivate init(_ status: TerminationStatus) {
    switch status {
    case .exited(let code): self = .exited(Int32(code))
    case .signaled(let signal): self = .signaled(Int32(signal))
    }
  }

  package var isSuccess: Bool { self == .exited(0) }

  /// The signal that ended it, if one did.
  package var signal: Int32? {
    guard case .signaled(let signal) = self else { return nil }
    return signal
  }

  /// A clause whose subject is the process: `ended with exit status 1`.
  package var clause: String {
    switch self {
    case .exited(let code): "ended with exit status \(code)"
    case .signaled(let signal): "was ended by signal \(signal)"
    }
  }
}

/// The end of a ``Command`` and its whole output.
package struct CommandResult: Sendable {
  package let end: CommandEnd
  package let output: String
  package let errors: String

  package var isSuccess: Bool { end.isSuccess }

  /// The lines of standard output.
  package var lines: [Substring] { output.split(whereSeparator: \.isNewline) }
}

extension [String: String?] {
  /// Removes the variables in which git tells its hooks their repository, so that git uses the repository of the directory where it runs.
  package static var withoutGitDirectory: [String: String?] {
    [
      "GIT_DIR": nil, "GIT_WORK_TREE": nil, "GIT_INDEX_FILE": nil, "GIT_PREFIX": nil,
      "GIT_COMMON_DIR": nil, "GIT_OBJECT_DIRECTORY": nil, "GIT_ALTERNATE_OBJECT_DIRECTORIES": nil,
    ]
  }
}

extension Environment {
  /// This process's environment, with some variables changed, or removed if `nil`.
  package static func inheriting(_ changes: [String: String?]) -> Environment {
    .inherit.updating(changes.reduce(into: [:]) { $0[Key(stringLiteral: $1.key)] = $1.value })
  }
}
