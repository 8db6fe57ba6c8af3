public import Foundation

/// A set of properties of a view, such as those that a backend has to show anew.
public struct ViewProperties: OptionSet, Hashable, Sendable {
  /// One bit a property.
  public let rawValue: UInt16

  /// Makes a set of its bits.
  public init(rawValue: UInt16) { self.rawValue = rawValue }

  /// `frame`.
  public static let frame = ViewProperties(rawValue: 1 << 0)
  /// `alpha`.
  public static let alpha = ViewProperties(rawValue: 1 << 1)
  /// `transform`.
  public static let transform = ViewProperties(rawValue: 1 << 2)
  /// `backgroundColor`.
  public static let backgroundColor = ViewProperties(rawValue: 1 << 3)
  /// `cornerRadius`, `borderWidth` and `borderColor`.
  public static let border = ViewProperties(rawValue: 1 << 4)
  /// `isHidden`.
  public static let visibility = ViewProperties(rawValue: 1 << 5)
  /// `clipsToBounds`.
  public static let clipping = ViewProperties(rawValue: 1 << 6)
  /// The view's own drawing.
  public static let content = ViewProperties(rawValue: 1 << 7)
  /// Role, name and state for assistive technology.
  public static let accessibility = ViewProperties(rawValue: 1 << 8)

  /// Properties that the view's ``NativeView/displayList()`` depends on, besides its size.
  package static let drawn: ViewProperties = [.backgroundColor, .border, .clipping, .content]

  /// What was toggled since the last commit and isn't what it was: becomes `content` in the next one.
  static let toggledContent = ViewProperties(rawValue: 1 << 9)

  /// All of them that a commit tells.
  public static let all = ViewProperties(rawValue: 1 << 9 - 1)
}

/// Lists of the next commit that a view is in, and what else it waits for.
package struct PendingChanges: OptionSet, Sendable {
  package let rawValue: UInt8
  package init(rawValue: UInt8) { self.rawValue = rawValue }

  package static let created = PendingChanges(rawValue: 1 << 0)
  package static let placed = PendingChanges(rawValue: 1 << 1)
  package static let patched = PendingChanges(rawValue: 1 << 2)
  package static let removed = PendingChanges(rawValue: 1 << 3)
  /// Its children wait to be placed, in a tree or until it enters one.
  package static let layout = PendingChanges(rawValue: 1 << 4)
  /// A view may have been taken out since somebody has removed this: who owns children looks whether they are still there
  /// only then.
  package static let mayHaveLostChild = PendingChanges(rawValue: 1 << 5)
}

/// Properties that few views set, in a box of their own, so that the others stay small.
package final class RareProperties {
  package var transform = AffineTransform.identity
  package var cornerRadius: CGFloat = 0
  package var borderWidth: CGFloat = 0
  package var borderColor = Color.clear
  package var hitTestInsets = HitTestInsets.zero
  package var accessibility: Accessibility?
  /// How many transitions keep input from the view.
  package var transitions = 0
  /// The way of properties to their values while animations run; see ``NativeView/presented``.
  package var motion: ViewMotion?
  /// Places what another module has put into the view, where it was placed for another display.
  var placeForDisplay: (@MainActor () -> Void)?
  /// What another module remembers of the view.
  package var attachment: AnyObject?
}

/// Values of the animatable properties as they are on the screen.
public struct PresentedProperties: Hashable, Sendable {
  /// The place in the parent.
  public var frame: CGRect
  /// The opacity, from 0 to 1; a spring may overshoot it, which backends clamp.
  public var alpha: CGFloat
  /// The transform around the centre of the frame.
  public var transform: AffineTransform
  /// The colour behind the content.
  public var backgroundColor: Color
  /// The colour of the line within the bounds.
  public var borderColor: Color
}

/// Distances from a view's edges within which it isn't touched; negative ones make the area larger.
public struct HitTestInsets: Hashable, Sendable {
  /// From the upper edge.
  public var top: CGFloat
  /// From the left edge.
  public var left: CGFloat
  /// From the lower edge.
  public var bottom: CGFloat
  /// From the right edge.
  public var right: CGFloat

  /// No distances: the view is touched where it is.
  public static let zero = HitTestInsets()

  /// Makes insets of distances.
  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
}

// Not by key paths, of which each access takes longer than all else that is done here.
extension NativeView {
  /// Turns, scales or moves the view on the screen, around its centre; its frame stays.
  ///
  /// One that isn't finite is refused with a ``ViewDiagnosis``.
  public final var transform: AffineTransform {
    get { rare?.transform ?? .identity }
    set {
      let old = transform
      guard newValue.isFinite else { return refuse("its transform would be \(newValue)") }
      if newValue != old {
        ensureRare().transform = newValue
        didChange(.transform)
      }
      if concernsAnimations { didSet(\.transform, .transform, .transform, from: old, to: newValue) }
    }
  }

  /// Radius of the corners of background and border, in points; of all that the view shows where it clips to its bounds.
  public final var cornerRadius: CGFloat {
    get { rare?.cornerRadius ?? 0 }
    set {
      guard newValue != cornerRadius else { return }
      ensureRare().cornerRadius = newValue
      didChange(.border)
    }
  }

  /// Width of the line within the bounds, in points.
  public final var borderWidth: CGFloat {
    get { rare?.borderWidth ?? 0 }
    set {
      guard newValue != borderWidth else { return }
      ensureRare().borderWidth = newValue
      didChange(.border)
    }
  }

  /// Colour of the line within the bounds.
  public final var borderColor: Color {
    get { rare?.borderColor ?? .clear }
    set {
      let old = borderColor
      if newValue != old {
        ensureRare().borderColor = newValue
        didChange(.border)
      }
      if concernsAnimations {
        didSet(\.borderColor, .borderColor, .border, from: old, to: newValue)
      }
    }
  }

  /// Distances from the edges within which the view isn't touched.
  public final var hitTestInsets: HitTestInsets {
    get { rare?.hitTestInsets ?? .zero }
    set { if newValue != hitTestInsets { ensureRare().hitTestInsets = newValue } }
  }

  /// The accessibility that is told instead of the view's type's own.
  public final var accessibilityOverride: Accessibility? {
    get { rare?.accessibility }
    set {
      guard newValue != rare?.accessibility else { return }
      ensureRare().accessibility = newValue
      didChange(.accessibility)
    }
  }

  /// Role, name and state, overridden or not.
  public final var effectiveAccessibility: Accessibility { accessibilityOverride ?? accessibility }

  /// The properties that few views set, made where there are none.
  package final func ensureRare() -> RareProperties {
    if let rare { return rare }
    let properties = RareProperties()
    rare = properties
    return properties
  }
}
