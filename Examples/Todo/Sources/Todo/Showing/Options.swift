import Foundation
import Tempura

/// What the program was asked to do.
struct Options {
  static let usage = """
    usage: Todo [OPTION...]
    Opens a window of GTK, unless one of these is given:
      --headless        does the steps of a script, and prints the views
      --png FILE        writes a picture by Cairo
    What is shown:
      --file FILE       keeps the items in FILE; otherwise there are three, which are forgotten
      --open ROUTE      begins at a route, such as list/item-2/add
      --language en|de  the language
      --dark            light on dark
      --size WxH        the size, 360x560 unless given
    A script; without steps it adds an item, ticks it off and opens it:
      --tap NAME        taps a button, or the box of an item
      --show NAME       taps the row of an item
      --type TEXT       types into the field
      --back            goes back by the bar
    Time travel:
      --record FILE     writes what was dispatched to FILE, at the end
      --replay FILE     dispatches that again, step by step
      --at VERSION      goes to the state that the log has at a version, instead
    """

  enum Mode: Equatable {
    case window, headless
    case png(String)
  }

  var mode = Mode.window
  var file: String?
  var route: Route = []
  var settings = Settings()
  var size = CGSize(width: 360, height: 560)
  var steps: [HeadlessUser.Step] = []
  var record: String?
  var replay: String?
  var version: UInt64?
  var wantsHelp = false

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      func value() throws -> String {
        guard let value = rest.popFirst() else {
          throw UsageError(subject: option, problem: "its value is missing")
        }
        return value
      }
      switch option {
      case "--headless": mode = .headless
      case "--png": mode = .png(try value())
      case "--file": file = try value()
      case "--open": route = try value().split(separator: "/").map(String.init)
      case "--language":
        let name = try value()
        guard let language = Language(rawValue: name) else {
          throw UsageError(subject: "--language \(name)", problem: "the program speaks en and de")
        }
        settings.language = language
      case "--dark": settings.isDark = true
      case "--size": size = try Self.size(value())
      case "--tap": steps.append(.tap(try value()))
      case "--show": steps.append(.show(try value()))
      case "--type": steps.append(.type(try value()))
      case "--back": steps.append(.back)
      case "--record": record = try value()
      case "--replay": replay = try value()
      case "--at":
        let text = try value()
        guard let number = UInt64(text) else {
          throw UsageError(subject: "--at \(text)", problem: "it isn't a version")
        }
        version = number
      case "--help", "-h": wantsHelp = true
      default: throw UsageError(subject: option, problem: "there is no such option")
      }
    }
    if version != nil, replay == nil {
      throw UsageError(subject: "--at", problem: "it goes to a version of a log; add --replay FILE")
    }
    if !steps.isEmpty, mode == .window {
      throw UsageError(subject: "a script", problem: "a window has a user; add --headless or --png")
    }
  }

  private static func size(_ text: String) throws -> CGSize {
    let numbers = text.split(separator: "x").compactMap { Double($0) }
    guard numbers.count == 2, numbers.allSatisfy({ (1...10_000).contains($0) }) else {
      throw UsageError(subject: "--size \(text)", problem: "it isn't a size such as 360x560")
    }
    return CGSize(width: numbers[0], height: numbers[1])
  }
}

/// An argument that isn't understood.
struct UsageError: Error, CustomStringConvertible {
  let subject: String
  let problem: String

  var description: String { "\(subject): \(problem); see Todo --help" }
}
