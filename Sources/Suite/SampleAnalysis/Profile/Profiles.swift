// Whoever reads what is made of profiles reads these too.
@_exported public import SampleProfiles
package import TraceReading

extension SampleProfile.ThreadID {
  /// A thread of a trace's events, by its place in the catalog.
  package init(_ place: Int, in catalog: TraceCatalog) {
    let thread = catalog.threads[place]
    let process = catalog.processes[thread.processIndex]
    self.init(
      process: Int32(truncatingIfNeeded: process.processID ?? -1),
      thread: Int32(truncatingIfNeeded: thread.threadID ?? -1)
    )
  }
}
