internal import CNativeViewsGTK
public import Foundation
public import NativeViews
public import NativeViewsCairo

/// A window that shows a tree of views.
///
/// It stays open, even without a reference to it, until it is closed.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, G2.
@MainActor
public final class GTKWindow {
  /// How much a window looks like the others of the desktop.
  public enum Look: Hashable, Sendable {
    /// As pictures and snapshots do: the bundled font, and `ViewEnvironment.fixed`.
    case fixed
    /// Texts without a family of their own have the desktop's font, and the tree's environment is the desktop's, also when it changes.
    case desktop
  }

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

  /// Asked when the user wants to close the window; `false` keeps it open.
  public var shouldClose: () -> Bool = { true }
  /// Called when the window has been closed.
  public var onClose: () -> Void = {}

  /// Whether the window is open, even if hidden.
  public var isOpen: Bool { backend.isOpen }

  /// Whether the window is on the display.
  ///
  /// Frames are made even if it isn't, so that animations end.
  public var isVisible: Bool {
    didSet { if isVisible != oldValue { backend.setVisible(isVisible) } }
  }

  /// Opens a window.
  ///
  /// - Parameters:
  ///   - title: The title.
  ///   - size: The size of the root view in points, until the user or the display changes it.
  ///   - root: A view without a parent.
  ///   - background: The colour behind the root view; a transparent one shows the desktop's own.
  ///   - look: Whether the window looks like the others of the desktop.
  ///   - fonts: Fonts of texts; by default those of the look, plus the machine's for what these lack.
  ///   - isVisible: Whether to show the window at once.
  /// - Throws: ``GTKError`` if GTK or a display is missing.
  public init(
    title: String,
    size: CGSize,
    root: NativeView = NativeView(),
    background: Color = .white,
    look: Look = .desktop,
    fonts: CairoFonts? = nil,
    isVisible: Bool = true
  ) throws(GTKError) {
    try GTKApplication.openDisplay()
    precondition(
      size.width > 0 && size.height > 0 && size.width.isFinite && size.height.isFinite,
      "window \"\(title)\": its size is \(size.width)x\(size.height), not above 0 and finite"
    )
    do {
      backend = try GTKBackend(
        title: title,
        size: size,
        background: background,
        look: look,
        fonts: fonts
      )
    } catch { throw .noTexts("\(error)") }
    tree = ViewTree(root: root, size: size, backend: backend)
    (self.title, self.isVisible) = (title, isVisible)
    backend.closeRequested = { [weak self] in
      if let self, shouldClose() { close() }
    }
    GTKApplication.windows.append(self)
    // Includes its views: the display first shows the first frame.
    tree.flush()
    if isVisible { backend.setVisible(true) }
  }

  /// Requests another size from the display; the tree changes once the display grants it.
  public func resize(to size: CGSize) { backend.setSize(size) }

  /// Closes the window.
  ///
  /// The tree and its views stay, but nothing shows them.
  public func close() {
    guard isOpen else { return }
    backend.close()
    GTKApplication.didClose(self)
    onClose()
  }

  /// A picture of the views with the changes since the last frame; other windows above this one don't matter.
  ///
  /// - Throws: ``GTKError`` if the window is closed or not shown.
  public func screenshot() throws(GTKError) -> Pixels {
    guard isOpen else { throw .closed(title: title) }
    tree.flush()
    guard let screenshot = backend.screenshot() else { throw .notShown(title: title) }
    return screenshot
  }
}
