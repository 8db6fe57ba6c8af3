package import MemoryAnalysis
package import SuiteErrors
import TraceReading

/// The memory of a trace, for other tools.
package struct ExportedMemory: Sendable {
  package let profile: MemoryProfile
  /// Added to a time of the memory, gives the time of an event.
  let clockOffset: Int64

  /// Reads the memory of a trace.
  ///
  /// - Throws: ``SuiteError`` if there is none, or it can't be read.
  package init(inTrace directory: String) throws(SuiteError) {
    guard MemoryProfile.exists(inTrace: directory) else {
      throw SuiteError(
        directory,
        "it has no memory",
        remedy: "record it with hamon record --memory, and name the directory of that recording"
      )
    }
    profile = try MemoryProfile(inTrace: directory)
    clockOffset = TraceClock.offset(ofTraceAt: directory) ?? 0
  }
}
