import CGTKViewChecks
import Foundation
import NativeViews
import NativeViewsGTK

/// A failed check, which ends the program with its message.
struct CheckFailure: Error, CustomStringConvertible {
  var description: String
}

/// Throws unless a condition holds.
func check(_ condition: Bool, _ message: @autoclosure () throws -> String) throws {
  if !condition { throw CheckFailure(description: try message()) }
}

/// Opens a window and runs a check in a task on the main actor, while GTK runs.
@MainActor
func runInWindow(
  size: CGSize = CGSize(width: 400, height: 300),
  isVisible: Bool = true,
  look: GTKWindow.Look = .fixed,
  _ body: @escaping @MainActor (GTKWindow) async throws -> Void
) throws {
  var failure: (any Error)?
  try GTKApplication.run {
    let window = try GTKWindow(title: "check", size: size, look: look, isVisible: isVisible)
    Task {
      do { try await body(window) } catch { failure = error }
      GTKApplication.quit()
    }
  }
  if let failure { throw failure }
}

extension GTKWindow {
  /// Waits until a frame was drawn with all that has changed.
  func drawn() async {
    for _ in 0..<2 {
      await withCheckedContinuation { continuation in
        var end: (@MainActor () -> Void)?
        end = tree.addUpdate {
          end?()
          end = nil
          continuation.resume()
        }
        tree.setNeedsFrame()
      }
    }
  }
}

/// Presses a key and lets it go, while others are held.
@MainActor
func press(_ key: UInt, _ modifiers: UInt...) {
  for modifier in modifiers { xtest_key(modifier, true) }
  xtest_key(key, true)
  xtest_key(key, false)
  for modifier in modifiers { xtest_key(modifier, false) }
}

/// Moves the mouse to a place of a window that is somewhere on the screen, and clicks.
@MainActor
func click(_ origin: (x: Int, y: Int), _ x: Int, _ y: Int) {
  xtest_move(Int32(origin.x + x), Int32(origin.y + y))
  xtest_button(1, true)
  xtest_button(1, false)
}

/// Waits until something holds, at most ten seconds.
@MainActor
func wait(for condition: () -> Bool, _ message: @autoclosure () -> String) async throws {
  let end = ContinuousClock.now + .seconds(10)
  while !condition() {
    try check(ContinuousClock.now < end, "waited 10 s: \(message())")
    try await Task.sleep(for: .milliseconds(5))
  }
}
