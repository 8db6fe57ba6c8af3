public import Foundation

/// A set of properties of a view, such as those for a backend to update.
public struct ViewProperties: OptionSet, Hashable, Sendable {
  /// One bit per property.
  public let rawValue: UInt16

  /// Makes a set from its bits.
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

  /// Properties that ``NativeView/displayList()`` depends on, apart from the size.
  package static let drawn: ViewProperties = [.backgroundColor, .border, .clipping, .content]

  /// Properties that determine which view is at a place.
  static let placing: ViewProperties = [.frame, .alpha, .transform, .visibility, .clipping]

  /// A toggled state that differs from the last commit's: becomes `content` in the next one.
  static let toggledContent = ViewProperties(rawValue: 1 << 9)

  /// All properties that a commit reports.
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
  /// Its children wait for placement, in a tree or until it enters one.
  package static let layout = PendingChanges(rawValue: 1 << 4)
  /// A view may have been removed since this flag was cleared: only then an owner of children checks that they are still there.
  package static let mayHaveLostChild = PendingChanges(rawValue: 1 << 5)
}

/// Properties that few views set, in a box of their own so that the others stay small.
package final class RareProperties {
  package var transform = AffineTransform.identity {
    didSet { hasTransform = transform != .identity }
  }
  /// Whether the transform does anything, since comparing it takes long.
  private(set) var hasTransform = false
  package var cornerRadius: CGFloat = 0
  package var borderWidth: CGFloat = 0
  package var borderColor = Color.clear
  package var hitTestInsets = HitTestInsets.zero
  package var accessibility: Accessibility?
  /// The number of transitions that block the view's input.
  package var transitions = 0
  /// The running animations of properties; see ``NativeView/presented``.
  package var motion: ViewMotion?
  /// Lays out what another module has put into the view, if that was laid out for another display.
  var placeForDisplay: (@MainActor () -> Void)?
  /// Called when the environment has changed.
  var environmentObserver: (@MainActor () -> Void)?
  /// Menus, shortcuts and the like, of the few views that have some.
  var habits: ViewHabits?
  /// What another module remembers about the view.
  package var attachment: AnyObject?
}

/// Values of the animatable properties on the screen.
public struct PresentedProperties: Hashable, Sendable {
  /// The frame in the parent.
  public var frame: CGRect
  /// The opacity, from 0 to 1; a spring may overshoot, and backends clamp it.
  public var alpha: CGFloat
  /// The transform around the centre of the frame.
  public var transform: AffineTransform
  /// The colour behind the content.
  public var backgroundColor: Color
  /// The colour of the border, inside the bounds.
  public var borderColor: Color
}

/// Distances from a view's edges within which it can't be touched; negative ones enlarge the area.
public struct HitTestInsets: Hashable, Sendable {
  /// From the upper edge.
  public var top: CGFloat
  /// From the left edge.
  public var left: CGFloat
  /// From the lower edge.
  public var bottom: CGFloat
  /// From the right edge.
  public var right: CGFloat

  /// No insets: the touchable area is the view.
  public static let zero = HitTestInsets()

  /// Makes insets from distances.
  public init(top: CGFloat = 0, left: CGFloat = 0, bottom: CGFloat = 0, right: CGFloat = 0) {
    (self.top, self.left, self.bottom, self.right) = (top, left, bottom, right)
  }
}

// Without key paths, whose access takes longer than everything else here.
extension NativeView {
  /// Rotates, scales or moves the view on the screen, around its centre; its frame stays.
  ///
  /// A transform that isn't finite is refused with a ``ViewDiagnosis``.
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

  /// Radius of the corners of background and border, in points; of everything the view shows, if it clips to its bounds.
  public final var cornerRadius: CGFloat {
    get { rare?.cornerRadius ?? 0 }
    set {
      guard newValue != cornerRadius else { return }
      ensureRare().cornerRadius = newValue
      didChange(.border)
    }
  }

  /// Width of the border, inside the bounds, in points.
  public final var borderWidth: CGFloat {
    get { rare?.borderWidth ?? 0 }
    set {
      guard newValue != borderWidth else { return }
      ensureRare().borderWidth = newValue
      didChange(.border)
    }
  }

  /// Colour of the border, inside the bounds.
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

  /// Distances from the edges within which the view can't be touched.
  public final var hitTestInsets: HitTestInsets {
    get { rare?.hitTestInsets ?? .zero }
    set {
      guard newValue != hitTestInsets else { return }
      ensureRare().hitTestInsets = newValue
      tree?.input.isPlaced = false
    }
  }

  /// The accessibility that replaces the view type's own.
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

  /// The properties that few views set, made on first use.
  package final func ensureRare() -> RareProperties {
    if let rare { return rare }
    let properties = RareProperties()
    rare = properties
    return properties
  }
}
