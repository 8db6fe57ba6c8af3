import Foundation

/// What the program was asked to do.
struct Options {
  static let usage = """
    usage: CodingLove [OPTION...]
    Starts a server on 127.0.0.1, and opens a window of GTK that reads from it, unless one of these is given:
      --headless        does the steps of a script, and prints the views
      --png FILE        writes a picture by Cairo
      --gtk-png FILE    opens a window, does the steps in it, writes a picture of it, and closes it
    What the server has:
      --posts N         the number of posts, 60 unless given
      --fail PAGE       the page that fails when it is asked for first, 2 unless given; 0 for none
      --slow PAGE       the page that takes four seconds, 3 unless given; 0 for none
    A script; without steps it reads until a page fails, tries that again, and gets tired of the slow one:
      --tap NAME        taps a button, or the row with that text
      --scroll ROWS     scrolls down
      --end             scrolls to the end of what is there
      --see TEXT        waits until a text is on screen
      --wait            waits for a page that takes long
    How it is shown:
      --size WxH        the size, 360x640 unless given
    """

  enum Mode: Equatable {
    case window, headless
    case png(String)
    case windowPicture(String)
  }

  var mode = Mode.window
  var posts = 60
  /// Numbers as people count them.
  var failingPage = 2
  var slowPage = 3
  var size = Look.size
  var steps: [HeadlessUser.Step] = []
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
      func number() throws -> Int {
        let text = try value()
        guard let number = Int(text), (0...1_000_000).contains(number) else {
          throw UsageError(subject: "\(option) \(text)", problem: "it isn't a number to 1000000")
        }
        return number
      }
      switch option {
      case "--headless": mode = .headless
      case "--png": mode = .png(try value())
      case "--gtk-png": mode = .windowPicture(try value())
      case "--posts": posts = try number()
      case "--fail": failingPage = try number()
      case "--slow": slowPage = try number()
      case "--size": size = try Self.size(value())
      case "--tap": steps.append(.tap(try value()))
      case "--scroll": steps.append(.scroll(try number()))
      case "--end": steps.append(.scrollToEnd)
      case "--see": steps.append(.see(try value()))
      case "--wait": steps.append(.wait)
      case "--help", "-h": wantsHelp = true
      default: throw UsageError(subject: option, problem: "there is no such option")
      }
    }
    if !steps.isEmpty, mode == .window {
      throw UsageError(subject: "a script", problem: "a window has a user; add --headless or --png")
    }
    if steps.isEmpty { steps = Self.ownSteps(mode) }
  }

  /// Steps of a user who knows nothing better to do.
  private static func ownSteps(_ mode: Mode) -> [HeadlessUser.Step] {
    guard mode == .headless else { return [.tap("Read")] }
    return [
      .tap("Read"), .scrollToEnd, .tap("Retry"), .scrollToEnd, .tap("Stop"), .tap("Retry"), .wait,
      .tap("Top"), .tap("Back"),
    ]
  }

  private static func size(_ text: String) throws -> CGSize {
    let numbers = text.split(separator: "x").compactMap { Double($0) }
    guard numbers.count == 2, numbers.allSatisfy({ (1...10_000).contains($0) }) else {
      throw UsageError(subject: "--size \(text)", problem: "it isn't a size such as 360x640")
    }
    return CGSize(width: numbers[0], height: numbers[1])
  }
}

/// An argument that isn't understood.
struct UsageError: Error, CustomStringConvertible {
  let subject: String
  let problem: String

  var description: String { "\(subject): \(problem); see CodingLove --help" }
}
