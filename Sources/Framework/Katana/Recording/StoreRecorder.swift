/// Records what a store handles, in order.
///
///     let recorder = store.record()
///     ...
///     let log = try recorder.log
///     print(try log.state(at: 17))
///
/// The store holds on to it until `stop()`.
///
/// Isolation: any thread or task.
///
/// Source: docs/semantics/store.md, K30.
public final class StoreRecorder<S: State>: UpdateRecorder, EffectRecorder {
  /// How the log is kept.
  public let options: RecordingOptions

  // The store's owner adds updates and their tasks add side effects: the lock puts both in one order. A log that somebody took shares the
  // array, so the next entry copies it.
  private let storage: OrderedMutex<StoreLog<S>?>
  let end = RecordingEnd()

  init(_ options: RecordingOptions) {
    self.options = options
    storage = OrderedMutex(nil)
  }

  /// The log until now.
  ///
  /// Complexity: O(1); the next item copies the list of entries.
  ///
  /// - Throws: `StoreLogError.notBegun` before the store has got so far.
  public var log: StoreLog<S> {
    get throws(StoreLogError) {
      guard let log = storage.withLock({ $0 }) else { throw .notBegun }
      return log
    }
  }

  /// Ends the recording; what was recorded stays, and calling it again does nothing.
  ///
  /// Side effects that are running still get their outcome.
  public func stop() { end() }

  /// Begins with a state, or begins anew if updates were missed.
  func begin(at state: VersionedState<S>) {
    storage.withLock { $0 = StoreLog(base: state) }
  }

  func append(_ item: any Dispatchable, version: UInt64, state: @Sendable () -> S) {
    storage.withLock { log in
      guard var changed = log.take() else { return }
      if version != changed.lastVersion + 1 {
        // An update was missed: its thread had begun to dispatch when the recording began. The log doesn't lead here, so it begins anew
        // behind this update.
        changed = StoreLog(base: VersionedState(state: state(), version: version))
      } else {
        changed.appendUpdate(item, version: version)
        if changed.needsCheckpoint(interval: options.effectiveInterval) {
          changed.appendCheckpoint(state())
        }
        changed.trim(to: options.capacity)
      }
      log = changed
    }
  }

  /// Records a side effect that begins; returns its position in the log.
  func appendBegin(of item: any Dispatchable) -> Int? {
    storage.withLock { log in
      guard var changed = log.take() else { return nil }
      let ordinal = changed.appendSideEffect(item)
      changed.trim(to: options.capacity)
      log = changed
      return ordinal
    }
  }

  /// Records how a side effect ended, unless it was dropped meanwhile.
  func setOutcome(_ outcome: SideEffectOutcome, of ordinal: Int) {
    storage.withLock { $0?.setOutcome(outcome, of: ordinal) }
  }
}

/// How a store's log is kept.
public struct RecordingOptions: Sendable {
  /// The number of updates after which the state is kept once more.
  ///
  /// Complexity: each kept state makes the next update of each of its arrays copy that array; reading a state out of the log applies at
  /// most this many updates.
  public var checkpointInterval: Int

  /// The maximum number of kept entries; `nil` for all.
  ///
  /// The oldest go first, a whole stretch between two kept states at a time.
  public var capacity: Int?

  /// Makes the options; both numbers are at least 1.
  public init(checkpointInterval: Int = 256, capacity: Int? = nil) {
    self.checkpointInterval = checkpointInterval
    self.capacity = capacity
  }

  /// The interval in use: with it a log can drop a stretch and still keep half of its capacity.
  var effectiveInterval: Int {
    max(1, min(checkpointInterval, capacity.map { $0 / 2 } ?? .max))
  }
}

/// A recorder as a store's updates see it.
protocol UpdateRecorder<S>: AnyObject, Sendable {
  associatedtype S: State

  /// How its recording ends.
  var end: RecordingEnd { get }

  func begin(at state: VersionedState<S>)

  /// Records an update; called by the store's owner.
  ///
  /// - Parameters:
  ///   - item: The updater.
  ///   - version: The version of the state after it.
  ///   - state: The state after it; called only if it must be kept.
  func append(_ item: any Dispatchable, version: UInt64, state: @Sendable () -> S)
}

/// Ends a recording, once.
final class RecordingEnd: Sendable {
  private struct Storage {
    var isEnded = false
    var action: (@Sendable () -> Void)?
  }

  private let storage = OrderedMutex(Storage())

  /// Sets how it ends; ends it at once if it has already ended, for example while it was queued.
  func set(_ action: @escaping @Sendable () -> Void) {
    let isEnded = storage.withLock { storage in
      if !storage.isEnded { storage.action = action }
      return storage.isEnded
    }
    if isEnded { action() }
  }

  func callAsFunction() {
    let end = storage.withLock { storage in
      storage.isEnded = true
      return storage.action.take()
    }
    end?()
  }
}

/// A recorder as side effects see it, which don't know the state's type.
protocol EffectRecorder: AnyObject, Sendable {
  /// Records a side effect that begins; returns its position in the log.
  func appendBegin(of item: any Dispatchable) -> Int?

  /// Records how a side effect ended.
  func setOutcome(_ outcome: SideEffectOutcome, of ordinal: Int)
}

/// How a side effect ended.
public enum SideEffectOutcome: Hashable, Codable, Sendable {
  /// Its body returned.
  case success
  /// Its body threw an error, with this description.
  case failure(String)
  /// It ended because it was cancelled.
  case cancelled

  init(of error: any Error) {
    self = error is CancellationError ? .cancelled : .failure("\(error)")
  }
}
