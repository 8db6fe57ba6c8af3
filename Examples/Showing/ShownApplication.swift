import Foundation
import NativeViews

/// An application, as the programs of this folder show one: in a window, in a picture, or nowhere.
@MainActor
protocol ShownApplication {
  /// What the program may be told besides what all are told.
  associatedtype Options: ApplicationOptions
  /// The steps of a script that no other application knows.
  associatedtype OwnStep: ApplicationStep = NoStep
  /// What keeps the application on screen, such as a renderer: views follow the store as long as it is kept.
  associatedtype Shown

  /// The name of the program, and the title of its window.
  static var name: String { get }
  /// The size of what is shown, unless told otherwise.
  static var size: CGSize { get }
  /// Whether a user waits until nothing moves any more before a tap, and after each step; elsewhere taps go into the movement.
  static var waitsForRest: Bool { get }

  /// The steps of a script, where none are given.
  var ownSteps: [ScriptStep<OwnStep>] { get }
  /// Whether nothing more comes of what was dispatched; frames may have to be made for that.
  var isIdle: Bool { get }

  /// Shows the application in a tree of views.
  func show(in tree: ViewTree) -> Shown

  /// Does what comes before all steps.
  func begin(by user: User<Self>) async throws

  /// Takes note that the user is about to tap.
  func userTaps()

  /// Does a step of its own.
  func perform(_ step: OwnStep, by user: User<Self>) async throws

  /// Takes note that somebody has closed the window.
  func windowDidClose(_ shown: Shown)

  /// Does what comes after all steps, or after the window was closed.
  func end() async throws
}

extension ShownApplication {
  static var waitsForRest: Bool { false }
  var ownSteps: [ScriptStep<OwnStep>] { [] }
  func begin(by user: User<Self>) async throws {
    if Self.waitsForRest { try await user.rest() }
  }
  func userTaps() {}
  func windowDidClose(_ shown: Shown) {}
  func end() async throws {}
}

extension ShownApplication where OwnStep == NoStep {
  func perform(_ step: NoStep, by user: User<Self>) async throws {}
}

/// What an application may be told.
protocol ApplicationOptions {
  /// The options, as `--help` shows them.
  static var usage: String { get }

  init()

  /// Takes an option; `false` where there is no such one.
  mutating func take(_ option: String, from arguments: inout Arguments) throws(UsageError) -> Bool

  /// Looks whether all fits together.
  func check(_ arguments: Arguments) throws(UsageError)
}

extension ApplicationOptions {
  func check(_ arguments: Arguments) throws(UsageError) {}
}
