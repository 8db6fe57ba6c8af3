import Foundation
import Subprocess
import Testing

/// X servers without a screen, and programs that are run in them.
enum Display {
  struct Outcome {
    var status: Int32
    var output: String
  }

  /// Runs a check with an X server; a check that needs what is missing here says so, and counts as skipped.
  ///
  /// - Returns: What the program has printed; empty where it was skipped.
  @discardableResult
  static func check(
    _ arguments: String...,
    by program: String = "GTKViewChecks",
    withAccessibility: Bool = false,
    withBus: Bool = false,
    withInputMethod: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> String {
    guard let server = executable("Xvfb") else {
      return skip("Xvfb is missing; install xvfb")
    }
    var prefix: [String] = []
    if withAccessibility || withBus || withInputMethod {
      guard let bus = executable("dbus-run-session") else {
        return skip("dbus-run-session is missing; install dbus")
      }
      prefix = [bus, "--"]
    }
    if withAccessibility {
      guard FileManager.default.isExecutableFile(atPath: "/usr/libexec/at-spi-bus-launcher") else {
        return skip("at-spi-bus-launcher is missing; install at-spi2-core")
      }
    }
    let outcome = try await withServer(server) { [prefix] display in
      var environment: [String: String?] = [
        "DISPLAY": display, "WAYLAND_DISPLAY": nil, "GDK_BACKEND": "x11", "GSK_RENDERER": "cairo",
        "G_DEBUG": "fatal-criticals", "GTK_THEME": "Adwaita", "GDK_SCALE": nil,
        "GSETTINGS_BACKEND": "memory",
      ]
      environment["GTK_IM_MODULE"] = withInputMethod ? "ibus" : "gtk-im-context-simple"
      // Otherwise the desktop of who runs the tests is asked.
      if !withAccessibility, !withBus, !withInputMethod {
        environment["DBUS_SESSION_BUS_ADDRESS"] = .some(nil)
        environment["XDG_RUNTIME_DIR"] = .some(nil)
      }
      environment["GTK_A11Y"] = .some(withAccessibility ? "atspi" : "none")
      return try await run(arguments, of: program, prefix: prefix, environment: environment)
    }
    if let line = outcome.output.split(separator: "\n").first(where: { $0.hasPrefix("SKIPPED: ") })
    {
      return skip(String(line.dropFirst(9)))
    }
    #expect(
      outcome.status == 0,
      "\(program) \(arguments.joined(separator: " ")): status \(outcome.status)\n\(outcome.output.suffix(4_000))",
      sourceLocation: sourceLocation
    )
    return outcome.output
  }

  private static func skip(_ reason: String) -> String {
    FileHandle.standardError.write(
      Data("skipped: \(Test.current?.name ?? "test"): \(reason)\n".utf8)
    )
    return ""
  }

  /// Runs a program that was built beside the tests.
  static func run(
    _ arguments: [String],
    of name: String = "GTKViewChecks",
    prefix: [String] = [],
    environment: [String: String?]
  ) async throws -> Outcome {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(filePath: bundle).deletingLastPathComponent().appending(path: name).path
    try #require(FileManager.default.isExecutableFile(atPath: program), "\(program) is not built")
    var updates: [Environment.Key: String?] = [:]
    for (name, value) in environment { updates[try #require(.init(rawValue: name))] = value }
    let words = prefix + ["timeout", "--kill-after=5", "120", program] + arguments
    let result = try await Subprocess.run(
      .name("env"),
      arguments: Arguments(words),
      environment: .inherit.updating(updates),
      input: .none,
      output: .string(limit: 1 << 20),
      error: .combinedWithOutput
    )
    let status: Int32 =
      switch result.terminationStatus {
      case .exited(let code): code
      case .signaled(let signal): 128 + signal
      }
    return Outcome(status: status, output: result.standardOutput)
  }

  /// Starts an X server on a display of its own choice, calls a closure with its name, and ends it.
  private static func withServer(
    _ server: String,
    _ body: @Sendable (String) async throws -> Outcome
  ) async throws -> Outcome {
    let file = FileManager.default.temporaryDirectory.appending(
      path: "display-\(UUID().uuidString)"
    )
    defer { try? FileManager.default.removeItem(at: file) }
    // The server writes its number when it is ready. Started by Subprocess, which gives it signals that aren't blocked: it
    // waits for some, and is ended by one.
    let options = "-screen 0 1280x1024x24 -nolisten tcp -noreset"
    let script = "exec \"$0\" -displayfd 3 \(options) 3>\"$1\""
    let result = try await Subprocess.run(
      .name("sh"),
      arguments: ["-c", script, server, file.path],
      input: .none,
      output: .discarded,
      error: .discarded
    ) { execution in
      let answer: Result<Outcome, any Error>
      do {
        var number = ""
        for _ in 0..<1_000 where !number.hasSuffix("\n") {
          try await Task.sleep(for: .milliseconds(20))
          number = (try? String(contentsOf: file, encoding: .utf8)) ?? ""
        }
        number.removeAll(where: \.isNewline)
        try #require(Int(number) != nil, "\(server) didn't start: \"\(number)\"")
        answer = .success(try await body(":\(number)"))
      } catch {
        answer = .failure(error)
      }
      try execution.send(signal: .terminate)
      return answer
    }
    return try result.closureResult.get()
  }

  private static func executable(_ name: String) -> String? {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin"
    return path.split(separator: ":").map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }
}
