import Foundation
import Katana
import KatanaElements
import NativeViews
import NativeViewsGTK

/// The application in a tree of views: of a window of GTK, of an image, or of nothing.
@MainActor
final class ReaderApplication {
  let store: ReaderStore
  let tree: ViewTree
  let renderer: Renderer

  init(store: ReaderStore, in tree: ViewTree) {
    (self.store, self.tree) = (store, tree)
    let root = CodingLove(props: .build { $0.frame = tree.root.bounds })
    renderer = Renderer(rootDescription: root, store: store)
    renderer.render(in: tree.root)
  }
}

/// The application in a window of GTK.
@MainActor
struct ReaderWindow {
  let window: GTKWindow
  let application: ReaderApplication

  /// Opens the window; within `GTKApplication.run`.
  init(store: ReaderStore, size: CGSize) throws(GTKError) {
    window = try GTKWindow(title: "Coding Love", size: size)
    let application = ReaderApplication(store: store, in: window.tree)
    self.application = application
    // What is under way is for nobody then. The window keeps the application.
    window.onClose = { application.store.dispatch(CloseFeed()) }
  }
}
