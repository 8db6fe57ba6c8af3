import SampleFiles
package import SampleProfiles
package import SuiteErrors
import TraceReading

extension ExportedSamples {
  /// Reads the samples of a trace.
  ///
  /// If neither the trace nor the samples relate their clock to the Unix epoch, the times are those of the machine's clock.
  ///
  /// - Throws: ``SuiteError`` if there are none, or they can't be read.
  package init(inTrace directory: String) throws(SuiteError) {
    guard SampleProfile.exists(inTrace: directory) else {
      throw SuiteError(
        directory,
        "it has no samples",
        remedy: "record it with hamon record --samples, and name the directory of that recording"
      )
    }
    let profile = try SampleProfile(inTrace: directory, tellsAddresses: true)
    self.init(
      profile,
      clockOffset: TraceClock.offset(ofTraceAt: directory) ?? profile.description.epoch ?? 0
    )
  }
}
