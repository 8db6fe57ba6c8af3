public import KatanaUI
public import NativeViews

/// A line of text that the user edits.
///
///     TextField(props: .build {
///       $0.text = props.name
///       $0.placeholder = "Name"
///       $0.onChange = Handler { dispatch(SetName(name: $0)) }
///     })
///
/// An event calls the handler of the newest props, so a field with only new handlers isn't updated.
///
/// Source: docs/semantics/elements.md, E9.
public struct TextField: NodeDescriptionWithoutChildren {
  /// Props of a field.
  public typealias Props = TextInputProps
  /// The view that shows it.
  public typealias NativeView = TextFieldView

  /// The props.
  public var props: Props

  /// Makes a description from props.
  public init(props: Props) { self.props = props }

  /// Makes the view.
  public static func makeNativeView() -> TextFieldView { TextFieldView() }

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
    view: TextFieldView,
    update: @escaping @Sendable (EmptyState) -> Void,
    node: AnyNode
  ) {
    props.apply(to: view, of: node) { $0.latestProps(of: TextField.self) }
  }
}
