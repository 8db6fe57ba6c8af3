import Glibc
import ReportRendering
import SuiteErrors
import Testing

struct GnuplotTests {
  /// Whether there is a `gnuplot` on the path; found without the code that is tested.
  static let isInstalled = (getenv("PATH").map { String(cString: $0) } ?? "")
    .split(separator: ":").contains { access("\($0)/gnuplot", X_OK) == 0 }

  @Test func `a text in a plot can't end its quotes or its line`() {
    #expect(Gnuplot.quoted("it's\n`rm`") == "'it''s `rm`'")
  }

  @Test(.enabled(if: isInstalled, "gnuplot is not installed"))
  func `a bad script is an error with gnuplot's own words`() async {
    await #expect {
      _ = try await Gnuplot.svg(script: "plot nonsense(")
    } throws: { error in
      "\(error)".hasPrefix("gnuplot: it failed") && "\(error)".contains("nonsense")
    }
  }

  @Test(.enabled(if: isInstalled, "gnuplot is not installed"))
  func `a script that plots nothing is an error`() async {
    let error = await #expect(throws: SuiteError.self) {
      _ = try await Gnuplot.svg(script: "x = 1")
    }
    #expect(error?.problem == "it drew nothing")
  }

  @Test(.enabled(if: isInstalled, "gnuplot is not installed"))
  func `a plot is an element that can stand in a page`() async throws {
    let svg = try await Gnuplot.svg(script: "plot [0:1] x title \(Gnuplot.quoted("<a'b>"))")
    #expect(svg.hasPrefix("<svg"))
    #expect(svg.contains("&lt;a'b"))
  }

  @Test func `without gnuplot on the path the error says what to install`() async {
    // In a process of its own, because the path is that of the process.
    let result = await #expect(
      processExitsWith: .exitCode(3),
      observing: [\.standardErrorContent]
    ) {
      setenv("PATH", "/nonexistent", 1)
      do {
        _ = try await Gnuplot.svg(script: "plot x")
      } catch {
        let text = "\(error)"
        write(STDERR_FILENO, text, text.utf8.count)
        exit(text.contains("not installed") ? 3 : 4)
      }
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("apt-get install gnuplot"))
  }
}
