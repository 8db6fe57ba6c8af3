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
  _ body: @escaping @MainActor (GTKWindow) async throws -> Void
) throws {
  var failure: (any Error)?
  try GTKApplication.run {
    let window = try GTKWindow(title: "check", size: size, isVisible: isVisible)
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

/// Waits until something holds, at most ten seconds.
@MainActor
func wait(for condition: () -> Bool, _ message: @autoclosure () -> String) async throws {
  let end = ContinuousClock.now + .seconds(10)
  while !condition() {
    try check(ContinuousClock.now < end, "waited 10 s: \(message())")
    try await Task.sleep(for: .milliseconds(5))
  }
}
