extension Gnuplot {
  /// Draws a plot as a file of its own, readable on a light and on a dark background.
  ///
  /// The background is transparent; axes and texts take the colour that goes with the reader's scheme.
  ///
  /// - Parameters:
  ///   - script: As for ``svg(script:width:height:)``.
  ///   - title: What the picture shows, for those who can't see it.
  ///   - width: The width of the picture, in points.
  ///   - height: The height of the picture, in points.
  /// - Returns: An SVG document.
  /// - Throws: ``GnuplotError``.
  public static func document(
    script: String,
    title: String,
    width: Int = 900,
    height: Int = 450
  ) async throws(GnuplotError) -> String {
    let svg = try await svg(script: script, width: width, height: height)
    guard let end = svg.firstIndex(of: ">") else { throw .noPicture }
    let style = """
      <title>\(HTMLPage.escape(title))</title>
      <style>
      svg { color: #1f2328; }
      @media (prefers-color-scheme: dark) { svg { color: #e6edf3; } }
      text { fill: currentColor; }
      [color="black"] { color: inherit; }
      [stroke="black"] { stroke: currentColor; }
      </style>
      """
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      \(svg[...end])
      \(style)
      \(svg[svg.index(after: end)...])
      """
  }
}
