import NativeViews
import Tempura

/// What a script does with the list, besides taps.
enum TodoStep: ApplicationStep {
  case show(String)
  case back

  static let usage = """
      --show NAME       taps the row of an item
      --back            goes back by the bar
    """

  init?(_ option: String, from arguments: inout Arguments) throws(UsageError) {
    switch option {
    case "--show": self = .show(try arguments.value(of: option))
    case "--back": self = .back
    default: return nil
    }
  }

  var description: String {
    switch self {
    case .show(let name): "show \(name)"
    case .back: "back"
    }
  }
}

extension Todo {
  func perform(_ step: TodoStep, by user: User<Todo>) async throws {
    switch step {
    case .show(let name): try await user.show(name)
    case .back: try await user.back()
    }
  }
}

extension User<Todo> {
  /// Taps the row of an item, whose box has the same name.
  func show(_ name: String) async throws {
    let row = tree.query(role: .listItem, name: name)
    try await waitForUse(of: "a row \"\(name)\"") { row.exists }
    try row.tap()
  }

  /// Goes back by the bar.
  func back() async throws {
    try await waitForUse(of: "a way back") { tree.view("back").exists }
    try tree.view("back").tap()
  }

  /// Waits until a route is on screen.
  func waitForRoute(_ route: Route) async throws {
    try await wait(until: { shown.navigator.route == route }, "the route \(route)")
    try await rest()
  }
}
