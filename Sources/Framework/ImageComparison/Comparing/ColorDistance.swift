/// Distances of colours as the eye sees them.
///
/// Source: Kotsarenko and Ramos, Measuring perceived color difference using YIQ NTSC transmission color space in mobile
/// applications (2010), whose weights pixelmatch takes as well.
enum ColorDistance {
  /// The square of the distance of black from white, the greatest of any two colours.
  static let greatest = 35_215.0

  /// The square of the distance of two premultiplied pixels, on white or on black, whichever is greater.
  static func squared(_ first: UInt32, _ second: UInt32) -> Double {
    let onBlack = squared(first, second, backdrop: 0)
    if first >> 24 == 255, second >> 24 == 255 { return onBlack }
    return max(onBlack, squared(first, second, backdrop: 1))
  }

  private static func squared(_ first: UInt32, _ second: UInt32, backdrop: Double) -> Double {
    let cover = (alpha(second) - alpha(first)) * backdrop
    let red = component(first, 16) - component(second, 16) + cover
    let green = component(first, 8) - component(second, 8) + cover
    let blue = component(first, 0) - component(second, 0) + cover
    let y = 0.298_895_31 * red + 0.586_622_47 * green + 0.114_482_23 * blue
    let i = 0.595_977_99 * red - 0.274_176_10 * green - 0.321_801_89 * blue
    let q = 0.211_470_17 * red - 0.522_617_11 * green + 0.311_146_94 * blue
    return 0.5053 * y * y + 0.299 * i * i + 0.1957 * q * q
  }

  /// The brightness of a premultiplied pixel on white.
  static func brightness(_ pixel: UInt32) -> Double {
    let cover = 255 - alpha(pixel)
    return 0.298_895_31 * (component(pixel, 16) + cover)
      + 0.586_622_47 * (component(pixel, 8) + cover)
      + 0.114_482_23 * (component(pixel, 0) + cover)
  }

  private static func alpha(_ pixel: UInt32) -> Double { component(pixel, 24) }

  private static func component(_ pixel: UInt32, _ shift: UInt32) -> Double {
    Double(pixel >> shift & 0xff)
  }
}
