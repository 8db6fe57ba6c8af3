internal import CNativeViewsGTK
public import Foundation
public import NativeViews
public import NativeViewsCairo

/// A window that shows a tree of views.
///
/// It stays open, also without a reference to it, until somebody closes it.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, G2.
@MainActor
public final class GTKWindow {
  /// The views, and the frames in which their changes are shown.
  public let tree: ViewTree
  /// Shows the tree.
  public let backend: GTKBackend

  /// The view that fills the window.
  public var root: NativeView { tree.root }

  /// The title, in the window's frame and in lists of windows.
  public var title: String {
    didSet { backend.setTitle(title) }
  }

  /// Asked when the user wants to close the window; it stays open where this returns `false`.
  public var shouldClose: () -> Bool = { true }
  /// Called when the window has been closed.
  public var onClose: () -> Void = {}

  /// Whether the window is open; hidden ones are.
  public var isOpen: Bool { backend.isOpen }

  /// Whether the window is on the display.
  ///
  /// Frames are made while it isn't, too, so that animations end.
  public var isVisible: Bool {
    didSet { if isVisible != oldValue { backend.setVisible(isVisible) } }
  }

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - size: The size of the root view in points, until the user, or the display's size, changes it.
  ///   - root: A view without parent.
  ///   - background: The colour behind the root view; the desktop's own is seen through one that is clear.
  ///   - fonts: Fonts of texts; the bundled ones, with the machine's for what these lack, unless given.
  ///   - isVisible: Whether the window is shown at once.
  /// - Throws: ``GTKError`` where GTK or a display is missing.
  public init(
    title: String,
    size: CGSize,
    root: NativeView = NativeView(),
    background: Color = .white,
    fonts: CairoFonts? = nil,
    isVisible: Bool = true
  ) throws(GTKError) {
    try GTKApplication.openDisplay()
    precondition(
      size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite,
      "window \"\(title)\": its size is \(size.width)x\(size.height), not above 0 and finite"
    )
    do {
      backend = try GTKBackend(title: title, size: size, background: background, fonts: fonts)
    } catch { throw .noTexts("\(error)") }
    tree = ViewTree(root: root, size: size, backend: backend)
    (self.title, self.isVisible) = (title, isVisible)
    backend.closeRequested = { [weak self] in
      if let self, shouldClose() { close() }
    }
    GTKApplication.windows.append(self)
    // With its views in it: the first thing that the display shows is the first frame.
    tree.flush()
    if isVisible { backend.setVisible(true) }
  }

  /// Asks the display for another size; the tree is told when it has been given.
  public func resize(to size: CGSize) { backend.setSize(size) }

  /// Closes the window.
  ///
  /// The tree and its views stay as they are; nothing shows them.
  public func close() {
    guard isOpen else { return }
    backend.close()
    GTKApplication.didClose(self)
    onClose()
  }

  /// Picture of the views as they are drawn now, with what has changed since the last frame; other windows above this one
  /// don't matter.
  ///
  /// - Throws: ``GTKError`` where the window is closed or not shown.
  public func screenshot() throws(GTKError) -> Pixels {
    guard isOpen else { throw .closed(title: title) }
    tree.flush()
    guard let screenshot = backend.screenshot() else { throw .notShown(title: title) }
    return screenshot
  }
}
