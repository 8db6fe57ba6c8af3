import CommandRunning
import FoundationEssentials
package import SuiteErrors

/// Draws plots with the `gnuplot` program.
package enum Gnuplot {
  /// Draws a plot.
  ///
  /// The terminal and the output are set already; a script that sets them again gets no picture. The background is transparent and black
  /// becomes the colour of the page's text, so ``HTMLPage`` can show the picture on light and dark pages.
  ///
  /// - Parameters:
  ///   - script: Commands for gnuplot. Pass every text from elsewhere through ``quoted(_:)``.
  ///   - width: The width of the picture, in points.
  ///   - height: The height of the picture, in points.
  /// - Returns: An `svg` element for a page, without an XML declaration.
  /// - Throws: ``SuiteError``.
  package static func svg(
    script: String,
    width: Int = 900,
    height: Int = 450
  ) async throws(SuiteError) -> String {
    let output = try await run(
      """
      set terminal svg size \(width),\(height) dynamic noenhanced font 'sans-serif,13'
      \(script)

      """
    )
    guard let start = output.firstRange(of: "<svg"), output.contains("</svg>") else {
      throw SuiteError(
        "gnuplot",
        "it drew nothing",
        remedy: "give it a script that plots, and sets no terminal or output"
      )
    }
    return String(output[start.lowerBound...])
  }

  /// Draws a plot as a separate file, which a README can show on light and dark pages.
  ///
  /// What is black in ``svg(script:width:height:)`` is a grey here that is readable on white and on black: an image doesn't know the colour
  /// of the page, and the system's preference may differ from it.
  ///
  /// - Parameters:
  ///   - title: A description for readers who can't see the picture; plain text.
  ///   - script: As for ``svg(script:width:height:)``.
  ///   - width: The width of the picture, in points.
  ///   - height: The height of the picture, in points.
  /// - Returns: The content of an SVG file.
  /// - Throws: ``SuiteError``.
  package static func picture(
    title: String,
    script: String,
    width: Int = 900,
    height: Int = 450
  ) async throws(SuiteError) -> String {
    let svg = compacted(try await svg(script: script, width: width, height: height))
    let grey = "#7b818b"
    return "<?xml version=\"1.0\" encoding=\"utf-8\"?>\n"
      + svg
      .replacing(/<title>Gnuplot<\/title>/, with: "<title>\(HTMLPage.escape(title))</title>")
      .replacing(/(?<name>stroke|fill|color)=["']black["']/) { "\($0.name)=\"\(grey)\"" }
  }

  /// Removes what draws nothing, half of gnuplot's output: a repository keeps each version.
  private static func compacted(_ svg: String) -> String {
    var lines = svg.replacing(/<filter(?s:.*?)<\/filter>\s*/, with: "")
      .replacing(/<g [^>]*>\s*<\/g>\s*/, with: "")
      // These are SVG's defaults.
      .replacing(
        /\ (?:stroke-width="1\.00"|stroke-linecap="butt"|stroke-linejoin="miter")/,
        with: ""
      )
      // Stated once, for all texts; and a tenth of a point is exact enough.
      .replacing(/\ font-family="sans-serif"\s+font-size="13.00"\s*/, with: " ")
      .replacing(
        "<svg",
        with: "<svg font-family=\"sans-serif\" font-size=\"13\"",
        maxReplacements: 1
      )
      // In the tags only: the text between them is for people.
      .replacing(/<[^>]*>/) { tag in tag.output.replacing(/(\d+\.\d)\d(?=[,\s'")])/) { $0.1 } }
      .split(separator: "\n").map { $0.trimmingPrefix { $0 == "\t" || $0 == " " } }
    // Unused shapes of points; some refer to others, so repeats until none is left.
    while true {
      let text = lines.joined(separator: "\n")
      let used = lines.filter { line in
        guard let id = line.firstMatch(of: /id='(gp\w+)'/) else { return true }
        return text.contains("#\(id.1)'")
      }
      if used.count == lines.count { return text + "\n" }
      lines = used
    }
  }

  /// Quotes a text so that gnuplot takes it literally.
  package static func quoted(_ text: String) -> String {
    var quoted = "'"
    for scalar in text.unicodeScalars {
      switch scalar {
      case "'": quoted += "''"
      case _ where scalar.properties.generalCategory == .control: quoted += " "
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "'"
  }

  /// Quotes a text for a tic's label, where gnuplot reads a per cent sign as a format.
  package static func quotedLabel(_ text: String) -> String {
    quoted(text.replacing("%", with: "%%"))
  }

  private static func run(_ script: String) async throws(SuiteError) -> String {
    // A file and not standard input: a gnuplot that fails at its start leaves that unread, which ends the program that writes it.
    let file = FileManager.default.temporaryDirectory
      .appending(path: "hamon-picture-\(UUID().uuidString).gnuplot")
    defer { try? FileManager.default.removeItem(at: file) }
    do {
      try Data(script.utf8).write(to: file)
    } catch {
      throw .gnuplotFailed("not run", "\(error)")
    }
    var gnuplot = Command("gnuplot", [file.path])
    gnuplot.remedy = "install it (apt-get install gnuplot)"
    let result = try await gnuplot.run()
    guard result.isSuccess else {
      throw .gnuplotFailed(result.end.clause, result.errors)
    }
    return result.output
  }
}

extension SuiteError {
  fileprivate static func gnuplotFailed(_ status: String, _ message: String) -> SuiteError {
    SuiteError(
      "gnuplot",
      "it failed (\(status)) with \"\(message)\"",
      remedy: "correct the script it was given"
    )
  }
}
