import Foundation
import NativeViewsCairo
import NativeViewsGTK

/// An application in a window of GTK.
@MainActor
struct ShownWindow<Application: ShownApplication> {
  let window: GTKWindow
  let user: User<Application>

  /// Opens the window; within `GTKApplication.run`.
  init(_ application: Application, size: CGSize? = nil) throws(GTKError) {
    window = try GTKWindow(title: Application.name, size: size ?? Application.size)
    let user = User(application, in: window.tree, clock: nil)
    self.user = user
    // The window keeps the user, and so what is shown.
    window.onClose = { user.application.windowDidClose(user.shown) }
  }

  /// Does the steps of a script, and writes a picture of what is seen then.
  func writePicture(
    after steps: [ScriptStep<Application.OwnStep>],
    to path: String
  ) async throws {
    // It is on the display after some frames.
    for _ in 0..<200 where (try? window.screenshot()) == nil {
      try await Task.sleep(for: .milliseconds(50))
    }
    try await user.perform(steps)
    try window.screenshot().writePNG(to: path)
  }
}
