// A program that imports the elements writes their props: values of these modules.
@_exported public import KatanaUI
@_exported public import NativeViews
@_exported public import Plastic

// Names of Katana 0.8, where props aren't in the elements yet.

/// ``View/Props``.
public typealias ViewProps = View.Props
/// ``Label/Props``.
public typealias LabelProps = Label.Props
/// ``Image/Props``.
public typealias ImageProps = Image.Props
/// ``Button/Props``.
public typealias ButtonProps = Button.Props
/// ``TouchHandler/Props``.
public typealias TouchHandlerProps = TouchHandler.Props
/// ``Table/Props``.
public typealias TableProps = Table.Props
/// ``Grid/Props``.
public typealias GridProps = Grid.Props
