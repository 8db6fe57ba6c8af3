import Foundation

/// The way in which a program was asked to show its application.
struct ShowingOptions {
  static let usage = """
    Opens a window of GTK, unless one of these is given:
      --headless        does the steps of a script; prints the views, and after each step what it has changed of them
      --png FILE        does the steps, and writes a picture by Cairo
      --svg FILE        does the steps, and writes a picture by the headless backend
      --window-png FILE does the steps in a window, writes a picture of it, and closes it; without a display, by xvfb-run
    What is shown:
      --size WxH        the size
    A script; without steps --headless has some of its own:
      --tap NAME        taps a button by its name, or a view, or the button in it, by its key
      --wait MS         lets milliseconds pass, at once where there is no window
    """

  enum Mode: Equatable {
    case window, headless
    case png(String)
    case svg(String)
    case windowPNG(String)
  }

  /// A step of a script.
  enum Step: Equatable, CustomStringConvertible {
    case tap(String)
    case wait(milliseconds: Int)

    var description: String {
      switch self {
      case .tap(let name): "tap \(name)"
      case .wait(let milliseconds): "wait \(milliseconds)"
      }
    }
  }

  var mode = Mode.window
  var size: CGSize?
  var steps: [Step] = []
  var wantsHelp = false

  /// Takes an option; `false` where it is none of these.
  mutating func take(
    _ option: String,
    from arguments: inout Arguments
  ) throws(UsageError) -> Bool {
    switch option {
    case "--headless": mode = .headless
    case "--png": mode = .png(try arguments.value(of: option))
    case "--svg": mode = .svg(try arguments.value(of: option))
    case "--window-png": mode = .windowPNG(try arguments.value(of: option))
    case "--size": size = try arguments.size(of: option)
    case "--tap": steps.append(.tap(try arguments.value(of: option)))
    case "--wait":
      steps.append(.wait(milliseconds: try arguments.number(of: option, in: 0...3_600_000)))
    case "--help", "-h": wantsHelp = true
    default: return false
    }
    return true
  }

  /// Looks whether all fits together.
  func check(_ arguments: Arguments) throws(UsageError) {
    guard mode == .window, !steps.isEmpty else { return }
    throw arguments.mistake(
      "a script",
      "a window has a user; add --headless, --png, --svg or --window-png"
    )
  }
}
