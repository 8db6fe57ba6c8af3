import Foundation

/// The way in which a program was asked to show its application.
struct ShowingOptions<Own: ApplicationStep> {
  enum Mode: Equatable {
    case window, headless
    case png(String)
    case svg(String)
    case windowPNG(String)
  }

  var mode = Mode.window
  var size: CGSize?
  var steps: [ScriptStep<Own>] = []
  var wantsHelp = false

  static var usage: String {
    """
    Opens a window of GTK, unless one of these is given:
      --headless        does the steps of a script; prints the views, and after each step what it has changed of them
      --png FILE        does the steps, and writes a picture by Cairo
      --svg FILE        does the steps, and writes a picture by the headless backend
      --window-png FILE does the steps in a window, writes a picture of it, and closes it; without a display, by xvfb-run
    What is shown:
      --size WxH        the size
    A script; without steps --headless has some of its own:
      --tap NAME        taps what has that name on screen: a button, a box, a text; or a view, or the button in it, by its key
      --type TEXT       types into the field
      --wait MS         lets milliseconds pass, at once where there is no window
    """ + (Own.usage.isEmpty ? "" : "\n\(Own.usage)")
  }

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
    case "--help", "-h": wantsHelp = true
    default:
      guard let step = try ScriptStep<Own>(option, from: &arguments) else { return false }
      steps.append(step)
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
