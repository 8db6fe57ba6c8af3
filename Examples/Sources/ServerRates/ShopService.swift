/// The services that are measured beside each other.
enum ShopService: String, CaseIterable, Sendable, CustomStringConvertible {
  /// Its carts are in a store of Katana, and it speaks to traces that nobody records.
  case store
  /// The same service with its carts in an actor.
  case actor
  /// Its carts are in a store, and it knows of no traces.
  case untraced
  /// Its carts are in a store, and what it says is recorded.
  case recorded
  /// The same, but only intervals are recorded, without what is said of them.
  case intervals
  /// Its carts are in a store, it knows of no traces, and what its tasks do is recorded.
  case tasks
  /// Its carts are in a store, it knows of no traces, and a part of its blocks is noted.
  case memory
  /// Its carts are in a store, it knows of no traces, and each of its blocks is noted.
  case allMemory = "all-memory"

  /// Whether something records it.
  var isRecorded: Bool { recordingOptions != nil }

  var description: String { rawValue }

  /// The options of the server.
  var options: [String] {
    switch self {
    case .store, .recorded, .intervals: []
    case .actor: ["--carts-in", "actor"]
    case .untraced, .tasks, .memory, .allMemory: ["--untraced"]
    }
  }

  /// The options of what records it; `nil` if nothing does.
  var recordingOptions: [String]? {
    switch self {
    case .store, .actor, .untraced: nil
    case .recorded: []
    case .intervals: ["--detail", "intervals"]
    case .tasks: ["--concurrency", "--event", "swift_concurrency:*"]
    case .memory: ["--memory"]
    case .allMemory: ["--memory=all"]
    }
  }
}
