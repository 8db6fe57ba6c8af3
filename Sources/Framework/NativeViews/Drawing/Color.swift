/// An sRGB colour with an opacity, each component from 0 to 1.
public struct Color: Hashable, Sendable {
  /// Red component.
  public var red: Float
  /// Green component.
  public var green: Float
  /// Blue component.
  public var blue: Float
  /// The opacity.
  public var alpha: Float

  /// Makes a colour from components, clamped to 0...1; NaN becomes 0.
  public init(red: Float, green: Float, blue: Float, alpha: Float = 1) {
    self.red = Self.share(red)
    self.green = Self.share(green)
    self.blue = Self.share(blue)
    self.alpha = Self.share(alpha)
  }

  /// Clamps a component to 0...1; NaN becomes 0.
  static func share(_ component: Float) -> Float { component > 0 ? min(component, 1) : 0 }

  /// Makes a grey.
  public init(white: Float, alpha: Float = 1) {
    self.init(red: white, green: white, blue: white, alpha: alpha)
  }

  /// Makes a colour from 24 bits, such as `0x66CDAA`.
  public init(hex: UInt32, alpha: Float = 1) {
    self.init(
      red: Float(hex >> 16 & 0xff) / 255,
      green: Float(hex >> 8 & 0xff) / 255,
      blue: Float(hex & 0xff) / 255,
      alpha: alpha
    )
  }

  /// The colour with another opacity.
  public func withAlpha(_ alpha: Float) -> Color {
    Color(red: red, green: green, blue: blue, alpha: alpha)
  }

  /// No colour.
  public static let clear = Color(white: 0, alpha: 0)
  /// 0x000000.
  public static let black = Color(white: 0)
  /// 0xFFFFFF.
  public static let white = Color(white: 1)
  /// Half of white.
  public static let gray = Color(white: 0.5)
  /// Two thirds of white.
  public static let lightGray = Color(white: 2 / 3)
  /// A third of white.
  public static let darkGray = Color(white: 1 / 3)
  /// 0xFF0000.
  public static let red = Color(red: 1, green: 0, blue: 0)
  /// 0x00FF00.
  public static let green = Color(red: 0, green: 1, blue: 0)
  /// 0x0000FF.
  public static let blue = Color(red: 0, green: 0, blue: 1)
  /// 0xFFFF00.
  public static let yellow = Color(red: 1, green: 1, blue: 0)
  /// 0xFF8000.
  public static let orange = Color(red: 1, green: 0.5, blue: 0)
}
