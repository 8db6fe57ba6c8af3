import Katana
import KatanaLogging
import Logging
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(30)))
struct DispatchableLoggerTests {
  struct CounterState: State {
    var counter = 0
  }

  struct Increment: StateUpdater {
    func updateState(_ state: inout CounterState) { state.counter += 1 }
  }

  struct Quiet: StateUpdater {
    func updateState(_ state: inout CounterState) {}
  }

  struct Work: ReturningSideEffect {
    let fails: Bool

    func sideEffect(_ context: any AnySideEffectContext) async throws -> Int {
      if fails { throw CancellationError() }
      return 1
    }
  }

  /// Keeps what is logged.
  final class Messages: Sendable {
    private let storage = Mutex<[String]>([])
    var all: [String] { storage.withLock { $0 } }
    func append(_ message: String) { storage.withLock { $0.append(message) } }
  }

  struct Handler: LogHandler {
    let messages: Messages
    var metadata: Logger.Metadata = [:]
    var logLevel: Logger.Level

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let fields = (event.metadata ?? [:]).sorted { $0.key < $1.key }
      let text = fields.map { "\($0.key)=\($0.value)" }.joined(separator: " ")
      messages.append("\(event.level) \(event.message) \(text)")
    }
  }

  private func makeStore(
    _ messages: Messages,
    level: Logger.Level
  ) -> Store<CounterState, EmptySideEffectDependencyContainer> {
    let logger = Logger(label: "store") { _ in Handler(messages: messages, logLevel: level) }
    return Store(
      interceptors: [
        DispatchableLogger.interceptor(logger: logger, level: .info, blackList: [Quiet.self])
      ],
      configuration: StoreConfiguration(onUnobservedError: { _, _ in })
    )
  }

  @Test func `what was handled is logged in order, with its type and kind`() async throws {
    let messages = Messages()
    let store = makeStore(messages, level: .info)
    store.dispatch(Increment())
    store.dispatch(Quiet())
    _ = try await store.dispatch(Work(fails: false)).value
    _ = try? await store.dispatch(Work(fails: true)).value
    let suite = "KatanaLoggingTests.DispatchableLoggerTests"
    #expect(
      messages.all == [
        "info \(suite).Increment kind=updater type=\(suite).Increment",
        "info \(suite).Work kind=side_effect type=\(suite).Work",
      ]
    )
  }

  @Test func `below the logger's level nothing is logged`() {
    let messages = Messages()
    makeStore(messages, level: .warning).dispatch(Increment())
    #expect(messages.all == [])
  }
}
