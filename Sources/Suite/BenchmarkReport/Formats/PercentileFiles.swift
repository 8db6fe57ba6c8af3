package import BenchmarkResults
import FoundationEssentials
import Histogram
import ReportRendering
import SuiteErrors

/// The percentile distributions of rows, one file each, as HdrHistogram's plotter reads them (`.hgrm`).
///
/// Units: nanoseconds per operation.
package enum PercentileFiles {
  /// Writes a file for each row; several runs of a suite become one (``ResultCollection/mergingRuns()``).
  ///
  /// Characters that file names can't contain become `_`; if two rows would have the same file, the later one's gets a number at its end.
  ///
  /// - Parameters:
  ///   - results: The results.
  ///   - directory: The directory of the files; created if it doesn't exist.
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
      throw SuiteError.unwritten(directory, error, remedy: remedy)
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
        try WrittenFile.write(distribution(of: row).utf8, to: path, orElse: remedy)
        paths.append(path)
      }
    }
    return paths
  }

  private static let remedy = "give --export hgrm=DIRECTORY another directory"

  /// The distribution as text.
  static func distribution(of row: RowResult) -> String {
    // Picoseconds, as for the percentiles of a row.
    var histogram = Histogram<UInt32>(numberOfSignificantValueDigits: .three)
    histogram.autoResize = true
    // 1e15 ps, a quarter of an hour: no operation takes as long, but a damaged file may say so, and the sum of all must be a number.
    let longest = 1e15
    for value in RowStatistics(row).values {
      histogram.record(UInt64(min(max(value, 0) * 1000, longest)))
    }
    var text = ""
    histogram.outputPercentileDistribution(to: &text, outputValueUnitScalingRatio: 1000)
    return text
  }
}
