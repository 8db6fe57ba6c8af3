public import Foundation

/// The look that the user of a desktop has chosen, as views read it: ``NativeView/environment``.
///
/// Windows fill it from the desktop and deliver changes while they are open. Everywhere else it is ``fixed``, so that pictures are the same
/// on every machine, unless a test sets ``ViewTree/environment``.
///
/// Source: docs/semantics/ui.md, U24.
public struct ViewEnvironment: Hashable, Sendable {
  /// Whether interfaces are bright or dark.
  public enum ColorScheme: String, Hashable, Sendable, CaseIterable {
    /// Dark on light.
    case light
    /// Light on dark.
    case dark
  }

  /// When the bars of scroll views are visible.
  public enum ScrollBars: Hashable, Sendable, CaseIterable {
    /// Never.
    case never
    /// While the content moves, and while the mouse is on one.
    case whileScrolling
    /// Always, if there is something to scroll.
    case always
  }

  /// Light or dark.
  public var colorScheme: ColorScheme
  /// Whether texts and lines must differ much from what is behind them.
  public var isContrastHigh: Bool
  /// Whether nothing may move by itself: animations have their last values at once.
  public var isMotionReduced: Bool
  /// The family of the desktop's font; `nil` for the bundled one.
  public var fontFamily: String?
  /// Size of the desktop's font in points, scaled as the user reads texts.
  public var fontSize: CGFloat
  /// When scroll bars are visible.
  public var scrollBars: ScrollBars

  /// Makes an environment; by default the fixed one.
  public init(
    colorScheme: ColorScheme = .light,
    isContrastHigh: Bool = false,
    isMotionReduced: Bool = false,
    fontFamily: String? = nil,
    fontSize: CGFloat = 17,
    scrollBars: ScrollBars = .never
  ) {
    (self.colorScheme, self.isContrastHigh) = (colorScheme, isContrastHigh)
    (self.isMotionReduced, self.scrollBars) = (isMotionReduced, scrollBars)
    (self.fontFamily, self.fontSize) = (fontFamily, fontSize)
  }

  /// The environment of pictures, snapshots and headless trees.
  public static let fixed = ViewEnvironment()
}

extension ViewEnvironment {
  /// The desktop's font.
  ///
  /// - Parameters:
  ///   - factor: Its size, in sizes of ordinary texts; titles have 1.5, say.
  ///   - weight: Thickness of the strokes.
  /// - Returns: The font, in its family.
  public func font(_ factor: CGFloat = 1, weight: Font.Weight = .regular) -> Font {
    Font(family: fontFamily, size: fontSize * factor, weight: weight)
  }

  private func color(_ light: UInt32, _ dark: UInt32, contrast: (UInt32, UInt32)? = nil) -> Color {
    let (light, dark) = isContrastHigh ? contrast ?? (light, dark) : (light, dark)
    return Color(hex: colorScheme == .light ? light : dark)
  }

  /// The colour of texts.
  public var textColor: Color { color(0x1A1A1A, 0xF2F2F2, contrast: (0x000000, 0xFFFFFF)) }
  /// The colour of less important texts.
  public var secondaryTextColor: Color {
    color(0x666666, 0xA6A6A6, contrast: (0x333333, 0xD9D9D9))
  }
  /// The colour behind everything.
  public var backgroundColor: Color { color(0xFFFFFF, 0x1E1E1E, contrast: (0xFFFFFF, 0x000000)) }
  /// The colour behind bars and fields, which differs a little from the background.
  public var raisedColor: Color { color(0xF2F2F2, 0x2E2E2E, contrast: (0xFFFFFF, 0x000000)) }
  /// The colour of lines between things.
  public var lineColor: Color { color(0xD6D6D6, 0x454545, contrast: (0x000000, 0xFFFFFF)) }
  /// The colour of what can be clicked, and of what is selected.
  public var accentColor: Color { color(0x1C71D8, 0x78AEED, contrast: (0x0B3D91, 0xA8CCFF)) }
}

extension NativeView {
  /// The look that the user of the desktop has chosen; ``ViewEnvironment/fixed`` for a view without a tree.
  ///
  /// ``environmentDidChange()`` tells of another one. ``draw(into:)`` and ``layoutSubviews()`` are called again then, too.
  public final var environment: ViewEnvironment { tree?.environment ?? .fixed }

  /// Calls a closure when ``environmentDidChange()`` is called.
  package final func setEnvironmentObserver(_ observer: @escaping @MainActor () -> Void) {
    ensureRare().environmentObserver = observer
  }

  final func tellEnvironment() {
    environmentDidChange()
    rare?.environmentObserver?()
  }
}
