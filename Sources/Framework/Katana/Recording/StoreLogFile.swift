/// A log in a file that grows by a line for each update of a store; the next run of the program continues it.
///
///     let file = try StoreLogFile<AppState>(path: "app.log", registry)
///     let store = Store<AppState, AppDependencies>(initialState: file.state ?? AppState())
///     store.record(to: file)
///
/// The lines are those of `StoreLog.jsonLines(_:includesSideEffects:)`, without side effects, in the order in which the store applies
/// updates. A line is written before listeners are called for the update and `value` of its handle returns; if the store is idle, before
/// the dispatch returns. From then on it survives the end of the process. What can't be written (an item that isn't registered, a full
/// disk) is reported, and the store goes on; as soon as it can be written, the log gets the whole state, as a `TimeTravel`. So the file
/// always leads to the state that the store has, or had when writing began to fail. Versions in it continue from its last one: they are not
/// the store's.
///
/// One process at a time has the file, and one `StoreLogFile` in it. The store holds on to it until `stop()`.
///
/// Isolation: any thread or task.
///
/// Source: docs/semantics/store.md, K30.
public final class StoreLogFile<S: State & Codable>: UpdateRecorder {
  /// The path of the file.
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

  /// Opens or creates a file.
  ///
  /// A last line that was cut off, as by a crash, is removed and reported. If anything else can't be read, such as an item that isn't
  /// registered any more, the file stays as it is.
  ///
  /// Complexity: all updates in it are applied.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - registry: The names of the items; `TimeTravel` needs none.
  ///   - capacity: The maximum number of updates in the file, at least 1, or `nil` for any number. The older half is then replaced by the
  ///     state that it leads to: one update in about every capacity / 2 encodes the whole state, and one rewrites and syncs the newer half
  ///     of the file, in that dispatch.
  ///   - onProblem: Called with what was left out or can't be written, on the thread that dispatches; by default prints to stderr.
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

  /// The state to continue from; `nil` if there was no log yet, and once a store records.
  public var state: S? { storage.withLock { $0.state } }

  /// The whole log, as it is in the file now.
  ///
  /// Complexity: all updates in it are applied.
  ///
  /// - Throws: `StoreLogError`; `notBegun` for an empty file.
  public var log: StoreLog<S> {
    get throws(StoreLogError) {
      let contents = storage.withLock { storage in
        Result<[UInt8], StoreLogError> { () throws(StoreLogError) in
          guard let writer = storage.writer else { throw .fileFailed(path: path, reason: stopped) }
          return try writer.bytes()
        }
      }
      let bytes = try contents.get()
      guard !bytes.isEmpty else { throw .notBegun }
      return try StoreLog(lines: StoreLog<S>.lines(of: bytes[...]), registry)
    }
  }

  /// Ends the recording and releases the file; calling it again does nothing.
  public func stop() {
    end()
    // The state goes away outside the lock.
    _ = storage.withLock { storage in
      storage.writer = nil
      return storage.state.take()
    }
  }

  private var stopped: String { "it was stopped; open it anew" }

  /// Whether a store may record to it; true only for the first that asks.
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
