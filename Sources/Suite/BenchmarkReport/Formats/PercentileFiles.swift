package import BenchmarkResults
import FoundationEssentials
import Histogram
import ReportRendering
import SuiteErrors

/// The percentile distributions of rows, one file each, as HdrHistogram's plotter reads them (`.hgrm`).
///
/// Units: nanoseconds an operation.
package enum PercentileFiles {
  /// Writes a file for each row; several runs of a suite are one (``ResultCollection/mergingRuns()``).
  ///
  /// What can't stand in the name of a file is `_` there; where two rows would have the same file, the later
  /// one's has a number at its end.
  ///
  /// - Parameters:
  ///   - results: The results.
  ///   - directory: Where the files go; it is made where it isn't there.
  /// - Returns: The paths of the files.
  /// - Throws: ``SuiteError``.
  package static func write(
    _ results: ResultCollection,
    to directory: String
  ) throws -> [String] {
    let results = results.mergingRuns()
    try results.checkSamples(form: "hgrm")
    do {
      try FileManager.default.createDirectory(
        atPath: directory,
        withIntermediateDirectories: true
      )
    } catch {
      throw SuiteError.cannotWrite(directory, "\(error)", advice: advice)
    }
    var names: Set<String> = []
    var paths: [String] = []
    for suite in results.suites {
      for row in suite.rows {
        let characters = FileNameLimit.name(of: "\(suite.suite)-\(row.name)")
        var name = characters
        var number = 2
        while !names.insert(name).inserted {
          name = "\(characters)-\(number)"
          number += 1
        }
        let path = "\(directory)/\(name).hgrm"
        do {
          try Data(distribution(of: row).utf8).write(to: URL(filePath: path))
        } catch {
          throw SuiteError.cannotWrite(path, "\(error)", advice: advice)
        }
        paths.append(path)
      }
    }
    return paths
  }

  private static let advice = ResultFileAdvice(
    remedy: "give --export hgrm=DIRECTORY another directory"
  )

  /// The distribution as text.
  static func distribution(of row: RowResult) -> String {
    // Picoseconds, as for the percentiles of a row.
    var histogram = Histogram<UInt32>(numberOfSignificantValueDigits: .three)
    histogram.autoResize = true
    // A quarter of an hour: no operation takes as long, but a damaged file may say so, and the sum of all has to be a number.
    let longest = 1e15
    for value in RowStatistics(row).values {
      histogram.record(UInt64(min(max(value, 0) * 1000, longest)))
    }
    var text = ""
    histogram.outputPercentileDistribution(to: &text, outputValueUnitScalingRatio: 1000)
    return text
  }
}
