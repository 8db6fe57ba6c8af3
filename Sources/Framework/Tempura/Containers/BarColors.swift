import NativeViews

/// The colours that bars, and labels and buttons without colours of their own, have: in a light look those of the original, otherwise those of
/// the environment.
struct BarColors {
  let background: Color
  let line: Color
  let title: Color
  let tint: Color
  let unselected: Color

  init(_ environment: ViewEnvironment) {
    let isOriginal = environment.colorScheme == .light && !environment.isContrastHigh
    background = isOriginal ? Color(white: 0.97) : environment.raisedColor
    line = isOriginal ? Color(white: 0.7) : environment.lineColor
    title = isOriginal ? .black : environment.textColor
    tint = isOriginal ? Color(hex: 0x007AFF) : environment.accentColor
    unselected = isOriginal ? .gray : environment.secondaryTextColor
  }
}

extension NativeView {
  var barColors: BarColors { BarColors(environment) }

  /// Gives a bar the background of another environment, unless the program has given it one.
  ///
  /// - Parameter old: The colours of the one before.
  /// - Returns: Those of this one.
  func takeBackground(after old: BarColors) -> BarColors {
    let new = barColors
    if backgroundColor == old.background { backgroundColor = new.background }
    return new
  }
}
