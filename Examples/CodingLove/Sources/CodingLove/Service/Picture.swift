import Foundation
import NativeViews

/// A picture that is computed.
enum Picture: String, CaseIterable {
  case waves, rings, tiles, weave, triangle, rule110, sunset, mandelbrot

  private var colors: (Color, Color) {
    switch self {
    case .waves: (Color(hex: 0x0f6d7a), Color(hex: 0xf2e8cf))
    case .rings: (Color(hex: 0xc42847), Color(hex: 0xffe3d8))
    case .tiles: (Color(hex: 0x36413e), Color(hex: 0xf0b67f))
    case .weave: (Color(hex: 0x5d5179), Color(hex: 0xd8d4f2))
    case .triangle: (Color(hex: 0x1d4e36), Color(hex: 0xd9f0c7))
    case .rule110: (Color(hex: 0x22252b), Color(hex: 0xe6e1d3))
    case .sunset: (Color(hex: 0x7a1e4d), Color(hex: 0xffb347))
    case .mandelbrot: (Color(hex: 0x0b132b), Color(hex: 0x9be1e8))
    }
  }

  /// The picture, as a square.
  func pixels(side: Int) -> Pixels {
    var pixels = Pixels(width: side, height: side)
    let (dark, bright) = colors
    let cells = self == .rule110 ? Self.rule110(side / 4) : []
    for y in 0..<side {
      for x in 0..<side {
        let share =
          cells.isEmpty
          ? share(Double(x) / Double(side), Double(y) / Double(side), x, y)
          : cells[y / 4][x / 4] ? 0 : 1
        pixels.argb[y * side + x] = Self.mix(dark, bright, Float(min(max(share, 0), 1)))
      }
    }
    return pixels
  }

  /// How bright a place is, from 0 to 1.
  private func share(_ x: Double, _ y: Double, _ column: Int, _ row: Int) -> Double {
    switch self {
    case .waves: return 0.5 + 0.5 * sin(20 * (y + 0.08 * sin(9 * x)))
    case .rings: return 0.5 + 0.5 * sin(50 * hypot(x - 0.5, y - 0.5))
    case .tiles:
      // Quarter circles, turned by the place of their tile.
      let (u, v) = (x * 6, y * 6)
      let isTurned = (Int(u) * 7 + Int(v) * 3 + Int(u) * Int(v)) % 3 == 0
      let (s, t) = (isTurned ? 1 - (u - floor(u)) : u - floor(u), v - floor(v))
      let near = min(abs(hypot(s, t) - 0.5), abs(hypot(1 - s, 1 - t) - 0.5))
      return near < 0.16 ? 1 : 0
    case .weave: return Double((column / 9 ^ row / 9) & 7) / 7
    case .triangle: return (column / 3) & (row / 3) == 0 ? 1 : 0.1
    case .rule110: return 0
    case .sunset:
      let isSun = hypot(x - 0.5, y - 0.55) < 0.28
      return isSun ? 1 - (y > 0.55 && row / 6 % 2 == 0 ? 0.7 : 0) : 0.75 * y
    case .mandelbrot:
      let (real, imaginary) = (x * 2.6 - 2, y * 2.6 - 1.3)
      var (a, b) = (0.0, 0.0)
      for step in 0..<40 {
        (a, b) = (a * a - b * b + real, 2 * a * b + imaginary)
        if a * a + b * b > 4 { return Double(step) / 16 }
      }
      return 0
    }
  }

  /// Rows of a cellular automaton that begins with one cell.
  private static func rule110(_ size: Int) -> [[Bool]] {
    var row = [Bool](repeating: false, count: size)
    row[size - 1] = true
    var rows = [row]
    while rows.count < size {
      row = row.indices.map { index in
        let neighbours = [index - 1, index, index + 1].map { $0 >= 0 && $0 < size && row[$0] }
        let number = neighbours.reduce(0) { $0 * 2 + ($1 ? 1 : 0) }
        return 110 >> number & 1 == 1
      }
      rows.append(row)
    }
    return rows
  }

  private static func mix(_ dark: Color, _ bright: Color, _ share: Float) -> UInt32 {
    func byte(_ from: Float, _ to: Float) -> UInt32 {
      UInt32(((from + (to - from) * share) * 255).rounded())
    }
    return 0xff00_0000 | byte(dark.red, bright.red) << 16
      | byte(dark.green, bright.green) << 8 | byte(dark.blue, bright.blue)
  }
}
