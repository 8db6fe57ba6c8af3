extension Benchmark {
  /// The value of a set-up, found without a cast in each iteration.
  private final class State<Value> {
    var value: Value?

    func get() throws -> Value {
      guard let value else { throw BenchmarkFailure("its set-up returned nothing") }
      return value
    }
  }

  /// Declares a benchmark whose closure gets the result of its set-up.
  ///
  /// - Parameters:
  ///   - name: A unique name.
  ///   - configuration: Its configuration; with `skip` it is not declared.
  ///   - closure: The measured code. If it throws, the benchmark fails.
  ///   - setup: Runs once, before the warm-up and off the main thread, which waits for it.
  ///   - teardown: Runs once, at the end.
  @discardableResult
  public convenience init?<SetupResult>(
    _ name: String,
    configuration: Configuration = unsafe Benchmark.defaultConfiguration,
    closure: @escaping (_ benchmark: Benchmark, _ state: SetupResult) throws -> Void,
    setup: @escaping () async throws -> SetupResult,
    teardown: BenchmarkTeardownHook? = nil
  ) {
    let state = State<SetupResult>()
    self.init(
      name,
      configuration,
      .synchronous { try closure($0, try state.get()) },
      setup: nil,
      teardown: teardown
    )
    keep(setup, in: state)
  }

  /// Declares a benchmark that suspends and whose closure gets the result of its set-up.
  ///
  /// - Parameters:
  ///   - name: A unique name.
  ///   - configuration: Its configuration; with `skip` it is not declared.
  ///   - closure: The measured code. If it throws, the benchmark fails. The main thread waits for it, so it must not wait for the main
  ///     actor.
  ///   - setup: Runs once, before the warm-up and off the main thread, which waits for it.
  ///   - teardown: Runs once, at the end.
  @discardableResult
  public convenience init?<SetupResult>(
    _ name: String,
    configuration: Configuration = unsafe Benchmark.defaultConfiguration,
    closure: @escaping (_ benchmark: Benchmark, _ state: SetupResult) async throws -> Void,
    setup: @escaping () async throws -> SetupResult,
    teardown: BenchmarkTeardownHook? = nil
  ) {
    let state = State<SetupResult>()
    self.init(
      name,
      configuration,
      .asynchronous { try await closure($0, try state.get()) },
      setup: nil,
      teardown: teardown
    )
    keep(setup, in: state)
  }

  private func keep<Value>(
    _ setup: @escaping () async throws -> Value,
    in state: State<Value>
  ) {
    self.setup = { [unowned self] in
      let value = try await setup()
      state.value = value
      setupState = value
    }
  }
}
