// A program that imports the elements also needs their props' types, from these modules.
@_exported public import KatanaUI
@_exported public import NativeViews
@_exported public import Plastic

// Names from Katana 0.8, where props aren't nested in elements yet.

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
