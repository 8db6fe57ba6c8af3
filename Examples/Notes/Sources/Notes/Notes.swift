import Foundation
import Katana
import NativeViews
import Tempura

/// What the notes may be told.
struct NotesOptions: ApplicationOptions {
  static let usage = """
      --log FILE        keeps what is done in FILE, and goes on where that ends
      --open LINK       begins where a link leads, such as notes://note/3
    """

  var log: String?
  var link: OpenLink?

  mutating func take(_ option: String, from arguments: inout Arguments) throws(UsageError) -> Bool {
    switch option {
    case "--log": log = try arguments.value(of: option)
    case "--open": link = OpenLink(try arguments.value(of: option))
    default: return false
    }
    return true
  }
}

/// The application, with its screens in the window of a tree of views.
final class Notes: ShownApplication, RootInstaller {
  typealias Options = NotesOptions

  static let name = "Notes"
  static let size = CGSize(width: 360, height: 560)
  static let waitsForRest = true

  let store: NotesStore
  private var window: Window?

  init(_ store: NotesStore = NotesStore()) { self.store = store }

  convenience init(_ options: NotesOptions) throws {
    let file = try options.log.map {
      try StoreLogFile<NotesState>(path: $0, .notes, capacity: 10_000)
    }
    self.init(NotesStore(initialState: file?.state ?? NotesState()))
    if let file { store.record(to: file) }
    if let link = options.link { store.dispatch(link) }
  }

  var ownSteps: [ScriptStep<NoStep>] {
    [.type("sesame"), .tap("Log in"), .tap("New"), .type("Milk"), .tap("back")]
  }

  var isIdle: Bool { store.isIdle && store.dependencies.navigator.route == store.state.route }

  func show(in tree: ViewTree) -> Window { Window(tree: tree) }

  func begin(by user: User<Notes>) async throws {
    window = user.shown
    let navigator = store.dependencies.navigator
    navigator.connect(to: store)
    try await navigator.start(using: self, in: user.shown, at: Screen.login).value
    try await user.rest()
  }

  func installRoot(
    identifier: RouteElementIdentifier,
    context: Any?,
    completion: @escaping RoutingCompletion
  ) -> Bool {
    switch identifier {
    case Screen.login: window?.rootViewController = LoginScreen(store: store)
    case Screen.main: window?.rootViewController = MainTabs(store: store)
    default: return false
    }
    completion()
    return true
  }
}
