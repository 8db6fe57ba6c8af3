internal import CNativeViewsGTK
public import Foundation
public import NativeViews
package import NativeViewsCairo
import Synchronization

/// Shows a tree as GTK 4 widgets in a window, one for each view.
///
/// Rules of the pointers:
/// 1. `window` is valid until `close`, which clears it. C calls all callbacks on the main thread, and none after `close`.
/// 2. A widget is valid from the commit that creates its view until the one that removes it, or until `close`. The tree owns all shown
///    views until that commit, so a widget's link to its view is valid while the tree exists; callbacks check for the tree first.
///
/// Isolation: the main actor.
///
/// Source: docs/semantics/ui.md, G2.
@safe @MainActor
public final class GTKBackend: ViewBackend {
  /// The clock of the window's display.
  public let clock = GTKFrameSource()
  /// Measures texts as the window shows them; another one when the desktop's font changes.
  public nonisolated var measurer: any TextMeasuring { measurers.withLock { $0 } }
  private nonisolated let measurers: Mutex<any TextMeasuring>
  /// Pixels per point of the window's display; fractional if GTK reports fractions, as it does since 4.12.
  public private(set) var displayScale: CGFloat = 1

  /// The clock of the window's display.
  public var frames: any FrameSource { clock }

  /// Whether the window is open.
  public var isOpen: Bool { unsafe window != nil }

  private(set) var window: OpaquePointer?
  private var treeLink: TreeLink?
  var tree: ViewTree? { treeLink?.tree }
  let clipboard = GTKClipboard()
  /// The view whose text the input method knows.
  weak var textView: NativeView?
  private let textures = TextureCache()
  private var texts: TextDrawings
  private let look: GTKWindow.Look
  /// Whether the desktop's font isn't shown because the application has fonts of its own.
  private let hasOwnFonts: Bool
  /// The ids of the open menu's items, by number.
  var itemIDs: [String] = []
  /// Whether GTK has been given the view with the keyboard.
  private var isFocusShown = false
  /// Whether GTK's focus is following the tree's, not the reverse.
  private var isMovingFocus = false

  var closeRequested: () -> Void = {}

  package init(
    title: String,
    size: CGSize,
    background: Color = .white,
    look: GTKWindow.Look = .fixed,
    fonts: CairoFonts? = nil
  ) throws(CairoError) {
    (self.look, hasOwnFonts) = (look, fonts != nil)
    let family = look == .desktop ? GTKDesktop.follow().fontFamily : nil
    let fonts =
      if let fonts { fonts } else { try CairoFonts.installed(defaultFamily: family) }
    texts = Self.texts(fonts)
    measurers = Mutex(texts.measurer)
    // SAFETY: rule 1. The window doesn't outlive this object: `isolated deinit` closes it.
    let owner = unsafe Unmanaged.passUnretained(self).toOpaque()
    let window = unsafe gtkviews_window_new(title, size.width, size.height, Self.callbacks, owner)
    unsafe self.window = window
    guard let window = unsafe window else { return }
    unsafe gtkviews_window_set_background(window, gtkviews_color(background))
    clipboard.backend = self
    unsafe gtkviews_window_set_text_callbacks(window, Self.textCallbacks)
    unsafe clock.open(window)
    displayScale = unsafe gtkviews_window_scale(window)
  }

  isolated deinit { close() }

  private static func texts(_ fonts: CairoFonts) -> TextDrawings {
    TextDrawings(fonts: fonts) { diagnosis, view in
      var diagnosis = diagnosis
      if let view { diagnosis.subject = view.path }
      if let tree = view?.tree { tree.onDiagnosis(diagnosis) } else { diagnosis.printWarning() }
    }
  }

  /// Takes the tree for the window.
  public func attach(to tree: ViewTree) {
    treeLink = tree.link
    tree.clipboard = clipboard
    desktopDidChange()
  }

  /// Gives the tree the desktop's look.
  func desktopDidChange() {
    guard look == .desktop, isOpen, let tree else { return }
    var environment = GTKDesktop.follow()
    if !hasOwnFonts, environment.fontFamily != texts.measurer.fonts.defaultFamily,
      let fonts = try? CairoFonts.installed(defaultFamily: environment.fontFamily),
      fonts !== texts.measurer.fonts
    {
      texts = Self.texts(fonts)
      measurers.withLock { $0 = texts.measurer }
    }
    // Views that name the family must find it.
    let fonts = texts.measurer.fonts
    environment.fontFamily = environment.fontFamily.flatMap {
      fonts.contains(family: $0) ? $0 : nil
    }
    tree.environment = environment
    // Equal environments may come with other fonts.
    tree.displayDidChange()
  }

  // MARK: Window

  package func close() {
    guard let window = unsafe window else { return }
    unsafe self.window = nil
    tree?.closeMenu()
    tree?.answerFileDialog()
    clock.close()
    textures.removeAll()
    // SAFETY: rule 1.
    unsafe gtkviews_window_close(window)
  }

  func setTitle(_ title: String) {
    // SAFETY: rule 1, here and below.
    if let window = unsafe window { unsafe gtkviews_window_set_title(window, title) }
  }

  func setSize(_ size: CGSize) {
    if let window = unsafe window {
      unsafe gtkviews_window_set_size(window, size.width, size.height)
    }
  }

  package func setVisible(_ isVisible: Bool) {
    guard let window = unsafe window else { return }
    unsafe gtkviews_window_set_visible(window, isVisible)
    clock.visibilityDidChange()
  }

  package func screenshot() -> Pixels? {
    guard let window = unsafe window else { return nil }
    var (width, height) = (0, 0)
    // SAFETY: rule 1; the memory is C's to free, and as large as it says.
    guard let pixels = unsafe gtkviews_window_screenshot(window, &width, &height) else {
      return nil
    }
    defer { unsafe free(pixels) }
    let argb = unsafe Array(UnsafeBufferPointer(start: pixels, count: width * height))
    return Pixels(width: width, height: height, argb: argb)
  }

  /// The GtkWindow, for what this module doesn't offer; `nil` once closed.
  public var gtkWindow: UnsafeMutableRawPointer? {
    // SAFETY: rule 1.
    unsafe window.flatMap { unsafe gtkviews_window_widget($0) }
  }

  // MARK: Commit

  /// Makes, places, changes and removes widgets.
  public func commit(_ changes: borrowing ViewChanges) {
    guard let window = unsafe window else { return }
    isMovingFocus = true
    defer { isMovingFocus = false }
    for view in changes.created {
      let widget = unsafe ViewWidget(view, in: window)
      view.backendObject = widget
      widget.patch(.all, of: view, isNew: true)
      // SAFETY: rules 1 and 2, here and below.
      if view.parent == nil { unsafe gtkviews_window_set_root(window, widget.pointer) }
    }
    for view in changes.placed {
      guard let widget = widget(of: view), let parent = view.parent.flatMap(widget(of:)) else {
        continue
      }
      let sibling = view.previousSibling.flatMap(widget(of:))
      unsafe gtkviews_view_insert(widget.pointer, parent.pointer, sibling?.pointer)
    }
    for view in changes.patched {
      guard var widget = widget(of: view) else { continue }
      let properties = view.changedProperties
      if properties.contains(.accessibility), !widget.hasRole(of: view) {
        let other = unsafe ViewWidget(view, in: window)
        unsafe gtkviews_view_replace(widget.pointer, other.pointer)
        view.backendObject = other
        widget = other
        widget.patch(.all, of: view, isNew: true)
      } else {
        widget.patch(properties, of: view, isNew: false)
      }
    }
    remove(changes.removed)
    showFocus()
  }

  /// Sets the view that has the keyboard in GTK, if it is shown already.
  public func focusDidChange(to view: NativeView?) {
    let follows = !isMovingFocus
    isMovingFocus = true
    defer { isMovingFocus = !follows }
    showFocus()
    // SAFETY: rule 1.
    if view == nil, follows, let window = unsafe window {
      unsafe gtkviews_window_take_keyboard(window)
    }
  }

  /// Follows GTK's focus, which a click or the application has moved to a widget of the application, or away from it.
  private func foreignFocusDidMove(to view: NativeView?) {
    guard !isMovingFocus, let tree else { return }
    if let view {
      tree.focus(view)
    } else if tree.focusedView is ForeignView {
      isMovingFocus = true
      defer { isMovingFocus = false }
      tree.focus(nil)
    }
  }

  /// Blocks input to the application's widgets, which get it from GTK.
  public func transitionDidChange(of view: NativeView) {
    widget(of: view)?.setTakesNoInput(view.isInTransition)
  }

  private func showFocus() {
    guard let window = unsafe window else { return }
    let view = tree?.focusedView
    // Nearly always nobody has the keyboard, and nobody had it.
    guard view != nil || isFocusShown else { return }
    isFocusShown = view != nil
    let focused = view.flatMap { $0.canBeUsed ? widget(of: $0) : nil }
    // SAFETY: rules 1 and 2.
    let isBackward = tree?.movesFocusBackward ?? false
    unsafe gtkviews_window_focus(window, focused?.pointer, isBackward)
    showText(of: focused == nil ? nil : view)
  }

  private func remove(_ views: [NativeView]) {
    var widgets: [ViewWidget] = []
    for view in views {
      view.forEachView { inner in
        guard let widget = self.widget(of: inner) else { return }
        unsafe gtkviews_view_forget(widget.pointer)
        // A view may have moved into another one since the last commit, and gone with that: its widget is where it was.
        let parent = inner === view ? nil : inner.parent.flatMap(self.widget(of:))
        if let parent, unsafe gtkviews_view_parent(widget.pointer) == parent.pointer { return }
        // It may be in a widget that goes, too: it is held until all are removed.
        unsafe gtkviews_view_retain(widget.pointer)
        widgets.append(widget)
      }
    }
    for widget in widgets { unsafe gtkviews_view_remove(widget.pointer) }
    for widget in widgets { unsafe gtkviews_view_release(widget.pointer) }
  }

  private func widget(of view: NativeView) -> ViewWidget? {
    guard let object = view.backendObject else { return nil }
    // SAFETY: the tree shows its views with this backend only, which sets nothing else.
    return unsafe unsafeDowncast(object, to: ViewWidget.self)
  }

  // MARK: Callbacks

  private static let callbacks = unsafe gtkviews_callbacks(
    draw: { owner, view, drawing in
      // SAFETY: rules 1 and 2, here and below.
      guard let view = unsafe view, let drawing = unsafe drawing else { return }
      nonisolated(unsafe) let (shown, target) = unsafe (view, drawing)
      unsafe GTKBackend.withOwner(owner) { backend in
        guard backend.tree != nil else { return }
        let view = unsafe Unmanaged<NativeView>.fromOpaque(shown).takeUnretainedValue()
        unsafe DrawingPainter(
          drawing: target,
          textures: backend.textures,
          texts: backend.texts,
          view: view
        ).paint()
      }
    },
    resized: { owner, width, height in
      unsafe GTKBackend.withOwner(owner) {
        $0.tree?.resize(to: CGSize(width: width, height: height))
      }
    },
    frame: { owner, time in unsafe GTKBackend.withOwner(owner) { $0.clock.tick(at: time) } },
    timer: { owner, timer in unsafe GTKBackend.withOwner(owner) { $0.clock.timerFired(timer) } },
    input: { owner, event in
      guard let event = unsafe event?.pointee else { return false }
      var isUsed = false
      unsafe GTKBackend.withOwner(owner) { backend in
        if let event = InputEvent(event, time: backend.clock.now) {
          isUsed = backend.tree?.handle(event) ?? false
        }
      }
      return isUsed
    },
    activate: { owner, view in
      guard let view = unsafe view else { return false }
      nonisolated(unsafe) let shown = unsafe view
      var isUsed = false
      unsafe GTKBackend.withOwner(owner) { backend in
        guard backend.tree != nil else { return }
        let view = unsafe Unmanaged<NativeView>.fromOpaque(shown).takeUnretainedValue()
        isUsed = view.activateByAssistant()
      }
      return isUsed
    },
    foreign_focused: { owner, view in
      nonisolated(unsafe) let focused = unsafe view
      unsafe GTKBackend.withOwner(owner) { backend in
        guard backend.tree != nil else { return }
        backend.foreignFocusDidMove(
          to: unsafe focused.map {
            unsafe Unmanaged<NativeView>.fromOpaque($0).takeUnretainedValue()
          }
        )
      }
    },
    close_requested: { owner in unsafe GTKBackend.withOwner(owner) { $0.closeRequested() } },
    scale_changed: { owner, scale in
      unsafe GTKBackend.withOwner(owner) { backend in
        backend.displayScale = scale
        backend.tree?.displayDidChange()
      }
    },
    menu_ended: { owner, item in
      unsafe GTKBackend.withOwner(owner) { $0.menuDidEnd(with: Int(item)) }
    },
    files_chosen: { owner, files, count in
      let urls = unsafe GTKBackend.urls(files, count)
      unsafe GTKBackend.withOwner(owner) { $0.tree?.answerFileDialog(urls) }
    },
    tool_tip: { owner, x, y, area in
      nonisolated(unsafe) let target = unsafe area
      nonisolated(unsafe) var text: UnsafeMutablePointer<CChar>?
      unsafe GTKBackend.withOwner(owner) { backend in
        guard let tip = backend.tree?.toolTip(at: CGPoint(x: x, y: y)) else { return }
        unsafe target?.pointee = gtkviews_rect(tip.area)
        unsafe text = strdup(tip.text)
      }
      return unsafe text
    },
    drop: { owner, phase, x, y, files, count in
      let urls = unsafe GTKBackend.urls(files, count)
      var isTaken = false
      unsafe GTKBackend.withOwner(owner) { backend in
        let event = DropEvent(DropEvent.Phase(phase, urls), at: CGPoint(x: x, y: y))
        isTaken = backend.tree?.handle(.drop(event)) ?? false
      }
      return isTaken
    }
  )

  /// Calls a closure on the main actor, on whose thread GTK calls back.
  nonisolated static func withOwner(
    _ owner: UnsafeMutableRawPointer?,
    _ body: @MainActor (GTKBackend) -> Void
  ) {
    guard let owner = unsafe owner else { return }
    // SAFETY: rule 1: called on the main thread only, while the backend exists.
    nonisolated(unsafe) let pointer = unsafe owner
    MainActor.assumeIsolated {
      body(unsafe Unmanaged<GTKBackend>.fromOpaque(pointer).takeUnretainedValue())
    }
  }
}
