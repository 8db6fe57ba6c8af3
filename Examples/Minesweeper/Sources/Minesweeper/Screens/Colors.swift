import KatanaElements

extension Color {
  static let paper = Color(hex: 0xf4f1ea)
  static let ink = Color(hex: 0x263238)
  static let cover = Color(hex: 0x90a4ae)
  static let ground = Color(hex: 0xe0ddd3)
  static let line = Color(hex: 0x607d8b)
  static let signal = Color(hex: 0xc62828)
  static let blast = Color(hex: 0xff8a65)

  /// The colour of a number of mines.
  static func number(_ count: Int) -> Color {
    let colors: [UInt32] = [
      0x1565c0, 0x2e7d32, 0xc62828, 0x4527a0, 0x6d4c41, 0x00838f, 0x212121, 0x757575,
    ]
    return Color(hex: colors[min(max(count, 1), colors.count) - 1])
  }
}
