public import KatanaUI
public import NativeViews

/// A text of several lines that the user edits, and that scrolls.
///
///     TextArea(props: .build {
///       $0.text = props.note
///       $0.placeholder = "Note"
///       $0.onChange = Handler { dispatch(SetNote(text: $0)) }
///     })
///
/// An event calls the handler of the newest props, so an area with only new handlers isn't updated.
///
/// Source: docs/semantics/elements.md, E9.
public struct TextArea: NodeDescriptionWithoutChildren {
  /// Props of an area.
  public typealias Props = TextInputProps
  /// The view that shows it.
  public typealias NativeView = TextAreaView

  /// The props.
  public var props: Props

  /// Makes a description from props.
  public init(props: Props) { self.props = props }

  /// Makes the view.
  public static func makeNativeView() -> TextAreaView { TextAreaView() }

  /// Whether anything but the handlers differs; events read those from the newest props.
  public static func shouldUpdate(
    currentProps: Props,
    nextProps: Props,
    currentState: EmptyState,
    nextState: EmptyState
  ) -> Bool {
    !nextProps.looksSame(as: currentProps)
  }

  /// Applies the props to the view.
  public static func applyPropsToNativeView(
    props: Props,
    state: EmptyState,
    view: TextAreaView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    props.apply(to: view, of: node) { $0.latestProps(of: TextArea.self) }
  }
}
