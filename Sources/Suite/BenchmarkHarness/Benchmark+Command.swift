extension Benchmark {
  /// Creates a benchmark of a whole command: an iteration is one run from its start to its end.
  ///
  /// Wall time includes what starting a process costs; CPU time is that of the command and all that it
  /// has waited for; the memory is the most that one run had. Its input is empty and its output thrown
  /// away. It fails where the command does.
  ///
  /// - Parameters:
  ///   - name: The name of the row.
  ///   - command: The program, looked for on PATH, and its arguments; at least the program.
  ///   - kind: What the row is in a comparison.
  ///   - floors: The rows it is compared with.
  ///   - bars: What is promised of the row.
  public init(
    _ name: String,
    command: [String],
    kind: BenchmarkKind = .ours,
    floors: [String] = [],
    bars: [Bar] = []
  ) {
    self.init(
      name,
      command: command,
      kind: kind,
      floors: floors,
      bars: bars,
      timeout: nil,
      isInterrupted: { false }
    )
  }

  /// Creates a benchmark of a whole command whose runs may not take for ever.
  ///
  /// - Parameters:
  ///   - name: The name of the row.
  ///   - command: The program, looked for on PATH, and its arguments; at least the program.
  ///   - kind: What the row is in a comparison.
  ///   - floors: The rows it is compared with.
  ///   - bars: What is promised of the row.
  ///   - timeout: How long a run may take; `nil` waits for its end.
  ///   - isInterrupted: Whether a run is to be ended before that.
  package init(
    _ name: String,
    command: [String],
    kind: BenchmarkKind = .ours,
    floors: [String] = [],
    bars: [Bar] = [],
    timeout: Duration?,
    isInterrupted: @escaping @Sendable () -> Bool
  ) {
    guard !command.isEmpty else { fatalError("benchmark \(name): its command has no words") }
    self.init(
      name,
      kind: kind,
      floors: floors,
      bars: bars,
      // Long enough for several runs of a small program; a larger one is a sample by itself.
      sampleDuration: .milliseconds(20)
    ) {
      let command = WholeCommand(command, timeout: timeout, isInterrupted: isInterrupted)
      return BenchmarkBody(
        run: { count in for _ in 0..<count { try command.run() } },
        verify: { try VerificationError.check("runs", found: command.runs, expected: $0) }
      )
      .reportingMemory { command.peakMemory }
      .timing(.children)
    }
  }
}
