import Foundation
import KatanaElements
import KatanaLegacy

/// The counter, as it is shown.
struct Counter: ShownApplication {
  static let name = "Counter"
  static let size = CGSize(width: 320, height: 480)

  struct Options: ApplicationOptions {
    static let usage = "  --count N         the number that it begins with, 0 unless given"

    var count = 0

    mutating func take(
      _ option: String,
      from arguments: inout Arguments
    ) throws(UsageError) -> Bool {
      guard option == "--count" else { return false }
      count = try arguments.number(of: option, in: -1_000_000...1_000_000)
      return true
    }
  }

  // "Attaching the UI to the Logic" of the README. Changed: the store is handed on as the one that it wraps, where it is
  // Katana 0.8's; one of `Katana` itself as it is.
  let store: Store<CounterState>

  init(_ options: Options) {
    store = Store<CounterState>(initialState: CounterState(counter: options.count))
  }

  var ownSteps: [ScriptStep<NoStep>] { [.tap("Increment"), .tap("Increment"), .tap("Decrement")] }

  /// Its actions have no side effects, and are applied while they are dispatched.
  var isIdle: Bool { true }

  func show(in tree: ViewTree) -> Renderer {
    let counterScreen = CounterScreen(props: CounterScreenProps(frame: tree.root.bounds))
    let renderer = Renderer(rootDescription: counterScreen, store: store.base)
    renderer.render(in: tree.root)
    return renderer
  }
}
