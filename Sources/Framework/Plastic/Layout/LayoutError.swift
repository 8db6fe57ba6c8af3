public import Foundation

/// An error of a layout or of its declarations.
public enum LayoutError: Error, Hashable, Sendable {
  /// Two views have the same key.
  case duplicateKey(String)

  /// No view has the key.
  case unknownKey(String)

  /// A view's parent isn't declared.
  case unknownParent(view: String, parent: String)

  /// Views are in each other: each in the next, the last in the first.
  case parentCycle([String])

  /// A view's frame, or the container's, isn't finite or has a negative side.
  case invalidFrame(view: String, CGRect)

  /// A side of a reference size isn't finite and greater than 0.
  case invalidReferenceSize(CGSize)

  /// A value that scales was used, and neither the view nor an ancestor has a reference size.
  case missingReferenceSize(view: String, Value)

  /// A value that scales was used before the view with its reference size got a size.
  case unsizedReference(view: String, reference: String, Value)

  /// A write would have made a frame that isn't finite, or so large that sums of such frames aren't; `value` is the written value.
  case notFinite(view: String, property: String, value: CGFloat)

  /// A view was placed on one axis at a line of the other.
  case anchorOfOtherAxis(view: String, property: String, anchor: String)

  /// A view was placed at a line of a view of another layout.
  case anchorOfOtherLayout(view: String, property: String, anchor: String)

  /// A layout was run in its own closure, where its memory is in use; `keys` is the type of its keys.
  case runWithinItself(keys: String)

  /// A layout has moved or resized its own container, which it must not.
  case containerChanged(from: CGRect, to: CGRect)

  /// The size of a view without a content was measured.
  case nothingToMeasure(view: String)
}

extension LayoutError: CustomStringConvertible {
  /// The problem and its remedy.
  public var description: String {
    switch self {
    case .duplicateKey(let key):
      "view \(key): its key is declared twice; give each view a key of its own"
    case .unknownKey(let key):
      "view \(key): no view has this key; declare it in the hierarchy"
    case .unknownParent(let view, let parent):
      "view \(view): its parent \(parent) isn't declared; declare it in the same hierarchy"
    case .parentCycle(let views):
      "view \(views.first ?? ""): it is in itself (\(Self.text(cycle: views))); "
        + "let one of them be in the container"
    case .invalidFrame(let view, let frame):
      "view \(view): its frame is \(Self.text(frame)); give numbers below 1e298 and sides of at least 0"
    case .invalidReferenceSize(let size):
      "reference size: it is \(size.width) x \(size.height); give sides that are finite and over 0"
    case .missingReferenceSize(let view, let value):
      "view \(view): it was given scalable(\(value.scalable)) and there is no reference size; "
        + "give the container or one of its ancestors one, or use fixed values"
    case .unsizedReference(let view, let reference, let value):
      "view \(view): it was given scalable(\(value.scalable)), which the size of \(reference) scales, and "
        + "that has none yet; give \(reference) its width and height first, or declare its frame"
    case .notFinite(let view, let property, let value):
      "view \(view): its \(property) was set to \(value), and frames are finite and below 1e298; "
        + "look for a division by zero or too large a factor in its layout"
    case .anchorOfOtherAxis(let view, let property, let anchor):
      "view \(view): its \(property) was set to \(anchor), which is on the other axis; "
        + "give a line of the same axis"
    case .anchorOfOtherLayout(let view, let property, let anchor):
      "view \(view): its \(property) was set to \(anchor), which another layout places; "
        + "give a line of the same layout, or .fixed distances"
    case .runWithinItself(let keys):
      "layout of \(keys): it was run in its own closure; make another PlasticLayout for that"
    case .containerChanged(let old, let new):
      "view nativeView: its layout changed its frame from \(Self.text(old)) to \(Self.text(new)); "
        + "place the views that are in it"
    case .nothingToMeasure(let view):
      "view \(view): its size was asked for and it has no content; declare what measures it"
    }
  }

  /// A cycle in one line; a long one is shortened to its first and last views.
  private static func text(cycle views: [String]) -> String {
    let (first, last) = (4, 3)
    guard views.count > first + last + 2 else { return views.joined(separator: " in ") }
    let others = "... and \(views.count - first - last) more ..."
    return (views.prefix(first) + [others] + views.suffix(last)).joined(separator: " in ")
  }

  private static func text(_ frame: CGRect) -> String {
    "(\(frame.origin.x), \(frame.origin.y), \(frame.size.width), \(frame.size.height))"
  }
}

/// An error thrown by a layout's closure that isn't a ``LayoutError``.
///
/// It is carried around the run of the layout, which throws only that type.
struct UserError {
  private var error: (any Error)?

  /// Ends the layout in place of the error; never visible.
  private static var standIn: LayoutError { .unknownKey("") }

  /// Calls something that may throw anything, within a layout.
  mutating func catching(_ body: () throws -> Void) throws(LayoutError) {
    do {
      try body()
    } catch let error as LayoutError {
      throw error
    } catch {
      self.error = error
      throw Self.standIn
    }
  }

  /// The error to throw for the one that ended the run.
  func replacing(_ error: LayoutError) -> any Error { self.error ?? error }
}

/// Stops the program with a message.
///
/// Not `precondition`, which has no message in optimized programs. The message is made out of line, so that a check costs nothing more.
@usableFromInline
@inline(never)
func stop(_ message: @autoclosure () -> String) -> Never {
  fatalError(message())
}
