internal import CNativeViewsGTK
import Foundation

/// The program's main loop, which runs GTK, the main actor and libdispatch's main queue side by side.
///
/// ```swift
/// try GTKApplication.run {
///   let window = try GTKWindow(title: "Counter", size: CGSize(width: 320, height: 200))
///   window.root.append(label)
/// }
/// ```
///
/// Call `run` in a `main` that isn't async: an async one gives the main thread away before GTK could have it. Within `run`, tasks on the
/// main actor, `Task.sleep` and `DispatchQueue.main` work as everywhere.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, G1.
@MainActor
public enum GTKApplication {
  /// The open windows, in the order in which they were opened.
  public internal(set) static var windows: [GTKWindow] = []
  private static var hasQuit = false
  private static var isOpen = false
  private static var depth = 0

  /// Opens the display, calls a closure that opens windows, and runs until the last window closes or ``quit()`` is called.
  ///
  /// If the closure opens no window, the loop waits until a task opens one.
  ///
  /// - Throws: ``GTKError`` if GTK or a display is missing, or the closure's error; nothing runs then.
  public static func run(_ openWindows: () throws -> Void) throws {
    try openDisplay()
    hasQuit = false
    depth += 1
    defer { depth -= 1 }
    let before = windows.count
    do { try openWindows() } catch {
      for window in windows[min(before, windows.count)...].reversed() { window.close() }
      throw error
    }
    if !hasQuit { gtkviews_loop_run() }
    for window in windows.reversed() where depth == 1 { window.close() }
  }

  /// Closes all windows and makes ``run(_:)`` return.
  public static func quit() {
    hasQuit = true
    gtkviews_loop_quit()
  }

  /// Connects to the display, once.
  static func openDisplay() throws(GTKError) {
    guard gtkviews_has_headers() else { throw .builtWithoutGTK }
    guard gtkviews_is_main_thread() else { throw .notOnMainThread }
    guard !isOpen else { return }
    let environment = ProcessInfo.processInfo.environment
    isOpen = gtkviews_initialize()
    guard isOpen else {
      throw .noDisplay(environment["WAYLAND_DISPLAY"] ?? environment["DISPLAY"])
    }
  }

  static func didClose(_ window: GTKWindow) {
    windows.removeAll { $0 === window }
    if windows.isEmpty { quit() }
  }

  /// Handles what is due now, without waiting; for tests.
  package static func runPending() { gtkviews_loop_run_pending() }

  /// How often the main loop has waited since the first call; for tests.
  package static var wakeups: Int { Int(gtkviews_loop_wakeups()) }
}
