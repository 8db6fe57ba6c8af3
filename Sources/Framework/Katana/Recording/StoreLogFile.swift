/// A log in a file, which grows by a line for each update of a store, and which the next run of the program goes on with.
///
///     let file = try StoreLogFile<AppState>(path: "app.log", registry)
///     let store = Store<AppState, AppDependencies>(initialState: file.state ?? AppState())
///     store.record(to: file)
///
/// The lines are those of `StoreLog.jsonLines(_:includesSideEffects:)`, without side effects. A line is written before the
/// dispatch returns, in the order in which the store applies updates, and is safe then from the end of the process. What can't be
/// written (an item that isn't registered, a full disk) is told, and the store goes on; the log has the whole state then, as a
/// `TimeTravel`, as soon as it can be written. So the file always leads to the state that the store has, or had when writing it
/// began to fail. Versions in it go on from its last one: they are not the store's.
///
/// One process at a time has the file, and one `StoreLogFile` in it. The store holds on to it until `stop()`.
///
/// Isolation: any thread or task.
///
/// Source: docs/semantics/store.md, K30.
public final class StoreLogFile<S: State & Codable>: UpdateRecorder {
  /// Where it is.
  public let path: String

  let end = RecordingEnd()
  private let registry: DispatchableRegistry
  private let onProblem: @Sendable (StoreLogError) -> Void
  private let storage: OrderedMutex<Storage>

  private struct Storage {
    /// `nil` once it was stopped.
    var writer: StoreLogWriter<S>?
    var state: S?
    var isClaimed = false
  }

  /// Opens a file, or makes it.
  ///
  /// A last line that was cut off, as by a crash, is taken away and told. Where anything else can't be read, such as an item that
  /// isn't registered any more, the file is left as it is.
  ///
  /// Complexity: all updates in it are applied.
  ///
  /// - Parameters:
  ///   - path: Where it is.
  ///   - registry: The names of the items; `TimeTravel` is known without.
  ///   - capacity: How many updates the file has at the most, at least 1; the older half of them is replaced by the state that it
  ///     leads to. `nil` for any number.
  ///   - onProblem: Told of what was left out or can't be written, on the thread that dispatches; by default it is printed to
  ///     stderr.
  /// - Throws: `StoreLogError`.
  public init(
    path: String,
    _ registry: DispatchableRegistry,
    capacity: Int? = nil,
    onProblem: @escaping @Sendable (StoreLogError) -> Void = {
      StoreConfiguration.printLogProblem($0)
    }
  ) throws(StoreLogError) {
    self.path = path
    self.registry = StoreLog<S>.completed(registry)
    self.onProblem = onProblem
    var problems: [StoreLogError] = []
    var state: S?
    let writer = try StoreLogWriter<S>(
      path,
      self.registry,
      capacity: capacity.map { max(1, $0) },
      state: &state,
      problems: &problems
    )
    storage = OrderedMutex(Storage(writer: writer, state: state))
    for problem in problems { onProblem(problem) }
  }

  /// The state to go on from; `nil` where there was no log yet, and once a store records.
  public var state: S? { storage.withLock { $0.state } }

  /// The whole log, as it is in the file now.
  ///
  /// Complexity: all updates in it are applied.
  ///
  /// - Throws: `StoreLogError`.
  public var log: StoreLog<S> {
    get throws(StoreLogError) {
      let bytes = storage.withLock { storage in
        Result<[UInt8], StoreLogError> { () throws(StoreLogError) in
          guard let writer = storage.writer else { throw .fileFailed(path: path, reason: stopped) }
          return try writer.bytes()
        }
      }
      return try StoreLog(lines: StoreLog<S>.lines(of: try bytes.get()[...]), registry)
    }
  }

  /// Ends the recording and gives the file back; calling it again does nothing.
  public func stop() {
    end()
    let writer = storage.withLock { storage in
      storage.state = nil
      return storage.writer.take() != nil
    }
    _ = writer
  }

  private var stopped: String { "it was stopped; open it anew" }

  /// Whether a store may record to it: the first that asks.
  func claim() -> Bool {
    let problem: StoreLogError? = storage.withLock { storage in
      if storage.writer == nil { return .fileFailed(path: path, reason: stopped) }
      if storage.isClaimed { return .fileInUse(path: path) }
      storage.isClaimed = true
      return nil
    }
    if let problem { onProblem(problem) }
    return problem == nil
  }

  func begin(at state: VersionedState<S>) {
    let (problems, _) = storage.withLock { storage in
      let restored = storage.state.take()
      return (storage.writer?.begin(at: state) ?? [], restored)
    }
    for problem in problems { onProblem(problem) }
  }

  func append(_ item: any Dispatchable, version: UInt64, state: @Sendable () -> S) {
    let problems = storage.withLock { $0.writer?.append(item, version: version, state: state) }
    for problem in problems ?? [] { onProblem(problem) }
  }
}
