import Foundation
import Tempura

/// What the list may be told.
struct TodoOptions: ApplicationOptions {
  static let usage = """
      --file FILE       keeps the items in FILE; otherwise there are three, which are forgotten
      --open ROUTE      begins at a route, such as list/item-2/add
      --language en|de  the language
      --dark            light on dark
    Time travel:
      --record FILE     writes what was dispatched to FILE, at the end
      --replay FILE     dispatches that again, step by step
      --at VERSION      goes to the state that the log has at a version, instead
    """

  var file: String?
  var route: Route = []
  var settings = Settings()
  var record: String?
  var replay: String?
  var version: UInt64?

  mutating func take(
    _ option: String,
    from arguments: inout Arguments
  ) throws(UsageError) -> Bool {
    switch option {
    case "--file": file = try arguments.value(of: option)
    case "--open":
      route = try arguments.value(of: option).split(separator: "/").map(String.init)
    case "--language":
      let name = try arguments.value(of: option)
      guard let language = Language(rawValue: name) else {
        throw arguments.mistake("\(option) \(name)", "the program speaks en and de")
      }
      settings.language = language
    case "--dark": settings.isDark = true
    case "--record": record = try arguments.value(of: option)
    case "--replay": replay = try arguments.value(of: option)
    case "--at": version = try arguments.number(of: option, in: 0...UInt64.max)
    default: return false
    }
    return true
  }

  func check(_ arguments: Arguments) throws(UsageError) {
    guard version != nil, replay == nil else { return }
    throw arguments.mistake("--at", "it goes to a version of a log; add --replay FILE")
  }
}
