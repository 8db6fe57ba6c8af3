import Foundation
import NativeViewsGTK
import Tempura

/// The application in a window of GTK.
@MainActor
struct TodoWindow {
  let window: GTKWindow
  let application: TodoApplication

  /// Opens the window; within `GTKApplication.run`.
  init(store: TodoStore, size: CGSize) throws(GTKError) {
    window = try GTKWindow(title: "Todo", size: size)
    application = TodoApplication(store: store, in: window.tree)
    // That the user has closed it is dispatched, as going back is.
    window.onClose = { [application] in application.windowDidClose() }
    application.start()
  }
}
