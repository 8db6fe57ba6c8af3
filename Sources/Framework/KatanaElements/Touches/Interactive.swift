public import Foundation
public import KatanaUI
public import NativeViews

/// Gives its content the habits of a desktop: a context menu, a tool tip, a pointer shape, keyboard shortcuts, and files that are dropped.
///
///     Interactive(props: .build {
///       $0.menu = Menu([Menu.Item("Remove", id: "remove", shortcut: Shortcut(.delete, []))])
///       $0.menuHandlers = ["remove": { dispatch(Remove(id: id)) }]
///       $0.toolTip = "An item of the list"
///     }) {
///       Label(props: title)
///     }
///
/// As with a button, events call the handlers of the newest props. Touches go through it to what is around.
///
/// Source: docs/semantics/elements.md, E10.
public struct Interactive: NodeDescriptionWithChildren {
  /// Props of the habits.
  public struct Props: NodeDescriptionProps, Childrenable, Buildable {
    /// Frame in the parent.
    public var frame = CGRect.zero
    /// Distinguishes it from siblings of the same type; layouts find it by this key.
    public var key: String?
    /// Opacity, from 0 to 1.
    public var alpha: CGFloat = 1
    /// The children.
    public var children: NodeChildren = []
    /// The menu that a secondary click opens; none if it is empty.
    public var menu = Menu()
    /// Handlers of the menu's items, by their ids.
    public var menuHandlers: HandlerTable<String> = [:]
    /// What keys do, whichever view has the focus.
    public var shortcuts: HandlerTable<Shortcut> = [:]
    /// A text that explains the content while the mouse rests on it.
    public var toolTip: String?
    /// Shape of the mouse pointer over the content.
    public var pointerShape: PointerShape?
    /// Takes files that are dropped on the content.
    public var fileDropHandler: Handler<[URL]>?
    /// Called when files come over the content, and when they leave or were dropped.
    public var fileHoverHandler: Handler<Bool>?

    /// Makes the default props.
    public init() {}

    /// Whether both look the same and take the same events.
    func offersSame(as other: Props) -> Bool {
      frame == other.frame && key == other.key && alpha == other.alpha && menu == other.menu
        && shortcuts.handlesSameEvents(as: other.shortcuts) && toolTip == other.toolTip
        && pointerShape == other.pointerShape
        && (fileDropHandler == nil) == (other.fileDropHandler == nil)
    }
  }

  /// The view that shows it.
  public typealias NativeView = NativeInteractive

  /// The props.
  public var props: Props

  /// Makes a description from props.
  public init(props: Props) { self.props = props }

  /// Makes the view.
  public static func makeNativeView() -> NativeInteractive { NativeInteractive() }

  /// Whether anything but the handlers differs; events read those from the newest props.
  public static func shouldUpdate(
    currentProps: Props,
    nextProps: Props,
    currentState: EmptyState,
    nextState: EmptyState
  ) -> Bool {
    !nextProps.offersSame(as: currentProps) || nextProps.children != currentProps.children
  }

  /// Applies the props to the view.
  public static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: NativeInteractive,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    view.frame = props.frame
    view.alpha = props.alpha
    view.node = node
    view.show(props)
  }
}

/// The view of an ``Interactive``.
public final class NativeInteractive: NativeView {
  /// The node, whose newest props have the handlers, even if those weren't applied.
  weak var node: AnyNode?

  private var latest: Interactive.Props? { node?.latestProps(of: Interactive.self) }

  func show(_ props: Interactive.Props) {
    toolTip = props.toolTip
    pointerShape = props.pointerShape
    contextMenu =
      props.menu.isEmpty
      ? nil
      : ContextMenu { [weak self] _ in
        self?.latest?.menu ?? Menu()
      } choose: { [weak self] id in
        self?.latest?.menuHandlers[id]?()
      }
    shortcuts = [:]
    for shortcut in props.shortcuts.events {
      shortcuts[shortcut] = { [weak self] in self?.latest?.shortcuts[shortcut]?() }
    }
    fileDrop =
      props.fileDropHandler == nil
      ? nil
      : FileDropTarget { [weak self] isOver in
        self?.latest?.fileHoverHandler?(isOver)
      } take: { [weak self] drop in
        guard let handler = self?.latest?.fileDropHandler else { return false }
        handler(drop.files)
        return true
      }
  }
}
