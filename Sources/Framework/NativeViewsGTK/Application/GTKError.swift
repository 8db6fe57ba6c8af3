/// Why a window can't be opened or shown.
public enum GTKError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The program was built on a machine without GTK's headers.
  case builtWithoutGTK
  /// There is no display, or it can't be opened.
  case noDisplay(String?)
  /// GTK runs on the process's main thread only, but was called on another one.
  case notOnMainThread
  /// Texts can't be measured and drawn; the reason says what is missing.
  case noTexts(String)
  /// The window is closed.
  case closed(title: String)
  /// The window isn't on the display, so nothing of it is drawn.
  case notShown(title: String)

  /// `<subject>: <what is wrong>; <what to do>`.
  public var description: String {
    switch self {
    case .builtWithoutGTK:
      "GTK: this program was built without it; install libgtk-4-dev and build again"
    case .noDisplay(nil):
      "GTK: there is no display, neither DISPLAY nor WAYLAND_DISPLAY is set; run it in a desktop session, or as `xvfb-run PROGRAM`"
    case .noDisplay(let name?):
      "GTK: the display \(name) can't be opened; check its name and your rights, or run it as `xvfb-run PROGRAM`"
    case .notOnMainThread:
      "GTK: it was called on another thread than the main one; call `GTKApplication.run` from a `main` that isn't async"
    case .noTexts(let reason): reason
    case .closed(let title):
      "window \"\(title)\": it is closed; open another one"
    case .notShown(let title):
      "window \"\(title)\": it isn't shown yet, or hidden; wait for a frame after it was opened"
    }
  }
}
