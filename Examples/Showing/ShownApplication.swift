import Foundation
import KatanaUI
import NativeViews

/// An application of descriptions, as the programs of this folder show one: in a window, in a picture, or nowhere.
@MainActor
protocol ShownApplication {
  /// What the program may be told besides what all are told.
  associatedtype Options: ApplicationOptions

  /// The name of the program, and the title of its window.
  static var name: String { get }
  /// The size of what is shown, unless told otherwise.
  static var size: CGSize { get }
  /// The steps of a script, where none are given.
  static var ownSteps: [ShowingOptions.Step] { get }

  /// Makes the application, with its store.
  init(_ options: Options) throws

  /// Whether all that was dispatched is over.
  var isIdle: Bool { get }

  /// Shows the application in a view; as long as the renderer is kept.
  func render(in view: NativeView) -> Renderer
}

/// What an application may be told.
protocol ApplicationOptions {
  /// The options, as `--help` shows them.
  static var usage: String { get }

  init()

  /// Takes an option; `false` where there is no such one.
  mutating func take(_ option: String, from arguments: inout Arguments) throws -> Bool
}
