import Subprocess

/// Draws plots with the `gnuplot` program.
public enum Gnuplot {
  /// Draws a plot.
  ///
  /// The terminal and the output are set already; a script that sets them again gets no picture.
  /// The background is transparent and black is drawn in the colour of the page's text, so that
  /// ``HTMLPage`` can show the picture on a light and on a dark page.
  ///
  /// - Parameters:
  ///   - script: Commands for gnuplot. Put every text that comes from elsewhere through
  ///     ``quoted(_:)``.
  ///   - width: The width of the picture, in points.
  ///   - height: The height of the picture, in points.
  /// - Returns: An `svg` element without an XML declaration, to be put into a page.
  /// - Throws: ``GnuplotError``.
  public static func svg(
    script: String,
    width: Int = 900,
    height: Int = 450
  ) async throws(GnuplotError) -> String {
    let output = try await run(
      """
      set terminal svg size \(width),\(height) dynamic noenhanced font 'sans-serif,13'
      \(script)

      """
    )
    guard let start = output.firstRange(of: "<svg"), output.contains("</svg>") else {
      throw .noPicture
    }
    return String(output[start.lowerBound...])
  }

  /// Quotes a text so that gnuplot takes it literally.
  ///
  /// - Parameter text: Any text.
  /// - Returns: The text between single quotes, in one line.
  public static func quoted(_ text: String) -> String {
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

  private static func run(_ script: String) async throws(GnuplotError) -> String {
    do {
      let result = try await Subprocess.run(
        .name("gnuplot"),
        arguments: [],
        input: .string(script),
        output: .string(limit: 16 << 20),
        error: .string(limit: 64 << 10)
      )
      guard result.terminationStatus.isSuccess else {
        throw GnuplotError.failed(
          status: "\(result.terminationStatus)",
          message: result.standardError
        )
      }
      return result.standardOutput
    } catch let error as GnuplotError {
      throw error
    } catch let error as SubprocessError where error.code == .executableNotFound {
      throw .notInstalled
    } catch {
      throw .failed(status: "not run", message: "\(error)")
    }
  }
}
