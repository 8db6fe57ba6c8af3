import NativeViews

/// Detects pixels that smooth an edge.
///
/// Source: Vyšniauskas, Anti-aliased pixel and intensity slope detector (2009).
struct Antialiasing {
  let picture: Pixels
  let other: Pixels

  /// Whether a pixel of ``picture`` lies on a slope from dark to bright, one end of which is a plain area in both pictures.
  func smooths(x: Int, y: Int) -> Bool {
    let brightness = ColorDistance.brightness(picture[x, y])
    // The outside of the picture counts as one equal neighbour.
    var equal = isAtEdge(x, y) ? 1 : 0
    var darkest = (difference: 0.0, x: x, y: y)
    var brightest = (difference: 0.0, x: x, y: y)
    for (nextX, nextY) in neighbours(x, y) {
      let difference = ColorDistance.brightness(picture[nextX, nextY]) - brightness
      if difference == 0 {
        equal += 1
        if equal > 2 { return false }
      }
      if difference < darkest.difference { darkest = (difference, nextX, nextY) }
      if difference > brightest.difference { brightest = (difference, nextX, nextY) }
    }
    guard darkest.difference < 0, brightest.difference > 0 else { return false }
    return [darkest, brightest].contains { end in
      isPlain(picture, end.x, end.y) && isPlain(other, end.x, end.y)
    }
  }

  /// Whether three or more neighbours of a pixel are equal to it.
  private func isPlain(_ pixels: Pixels, _ x: Int, _ y: Int) -> Bool {
    var equal = isAtEdge(x, y) ? 1 : 0
    let pixel = pixels[x, y]
    for (nextX, nextY) in neighbours(x, y) where pixels[nextX, nextY] == pixel { equal += 1 }
    return equal > 2
  }

  private func isAtEdge(_ x: Int, _ y: Int) -> Bool {
    x == 0 || y == 0 || x == picture.width - 1 || y == picture.height - 1
  }

  private func neighbours(_ x: Int, _ y: Int) -> [(Int, Int)] {
    var places: [(Int, Int)] = []
    for nextY in max(y - 1, 0)...min(y + 1, picture.height - 1) {
      for nextX in max(x - 1, 0)...min(x + 1, picture.width - 1) where (nextX, nextY) != (x, y) {
        places.append((nextX, nextY))
      }
    }
    return places
  }
}
