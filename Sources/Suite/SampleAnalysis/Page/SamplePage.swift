package import ReportRendering
package import TraceAnalysis
package import TraceReading

/// The samples of a recording on a page: lanes below the timeline's intervals, flame graphs and a table for the selected time, and the
/// tables of the report.
package struct SamplePage: Sendable {
  /// The lanes that the timeline of the page must leave room for; `nil` if its events have another or an unknown clock.
  package let threads: ThreadLanes?

  private let profile: SampleProfile
  private let report: SampleReport
  private let clockOffset: Int64?

  /// Creates this part of a page.
  ///
  /// - Parameters:
  ///   - profile: The samples.
  ///   - report: Their report.
  ///   - catalog: The catalog of the trace's reader; `nil` without events.
  ///   - clockOffset: Added to a time of the samples, gives the time of an event; `nil` if unknown.
  package init(
    _ profile: SampleProfile,
    report: SampleReport,
    catalog: TraceCatalog?,
    clockOffset: Int64?
  ) {
    self.profile = profile
    self.report = report
    // Without events any clock will do.
    let offset = catalog == nil ? 0 : clockOffset
    self.clockOffset = offset
    threads = offset.map { offset in
      let lanes = SampleLanes.order(of: profile)
      var numbers: [Int: Int32] = [:]
      if let catalog {
        for index in catalog.threads.indices {
          let id = SampleProfile.ThreadID(index, in: catalog)
          numbers[index] = lanes[id].map { Int32($0) }
        }
      }
      let begin = Int64(profile.span.lowerBound) + offset
      return ThreadLanes(span: begin..<begin + Int64(profile.span.count), numbers: numbers)
    }
  }

  /// Adds the timeline, if there are no events that have one.
  ///
  /// - Throws: Errors of encoding the data.
  package func addTimeline(to page: inout HTMLPage) throws {
    try ThreadLanes.addTimeline(lasting: Int64(profile.span.count), to: &page)
  }

  /// Adds the sections.
  ///
  /// - Parameters:
  ///   - page: The page, which has its timeline already.
  ///   - origin: When the timeline begins, in nanoseconds since the Unix epoch; `nil` for the begin of the samples.
  /// - Throws: Errors of encoding the data.
  package func addSections(to page: inout HTMLPage, origin: Int64?) throws {
    let begin = Int64(profile.span.lowerBound)
    let start = clockOffset.flatMap { offset in origin.map { $0 - offset } } ?? begin
    let lanes = SampleLanes(profile, origin: start)
    report.overview().add(to: &page)
    page.addSection(title: "What threads did", html: PageFiles.samples)
    for omission in lanes.omissions { page.addParagraph(omission) }
    page.addSection(
      title: "On the processor, by functions",
      html: PageFiles.sampleFlames(
        "running",
        first: "what ran",
        meaning:
          "A frame is as wide as the time of the samples in which the function ran, or what it called."
      )
    )
    page.addSection(
      title: "Off the processor, by functions",
      html: PageFiles.sampleFlames(
        "waiting",
        first: "what waited",
        meaning:
          "A frame is as wide as the time that threads waited in the function, or in what it called."
      )
    )
    if let functions = report.functionSection() {
      page.addSection(title: functions.title, html: PageFiles.sampleFunctions)
      page.addHTML("<div id=\"sample-functions-all\">")
      for paragraph in functions.paragraphs { page.addParagraph(paragraph) }
      if let table = functions.table { page.addTable(table) }
      page.addHTML("</div>")
    }
    report.intervalSection()?.add(to: &page)
    report.lockSection()?.add(to: &page)
    addSlowest(to: &page, lanes, origin: start)
    let data = SamplePageData(profile, lanes, isAligned: threads != nil)
    page.addHTML(try PageData.element(id: "sample-data", data))
    for script in [PageScript.samples, .sampleFlames, .sampleFunctions] { page.addScript(script) }
  }

  /// The slowest intervals, each with a button that selects it.
  private func addSlowest(to page: inout HTMLPage, _ lanes: SampleLanes, origin: Int64) {
    guard !report.slowest.isEmpty, let clockOffset else { return }
    let items = report.slowest.map { slow in
      let from = slow.begin - clockOffset - origin
      let id = SampleProfile.ThreadID(process: slow.process, thread: slow.thread)
      let name = HTMLPage.escape("\(slow.kind) \(slow.name)")
      return """
        <li><button data-from="\(from)" data-to="\(from + Int64(slow.length))" data-lane="\(lanes.places[id] ?? -1)" \
        data-label="\(name)">\(name)</button> \(HTMLPage.escape(slow.told))</li>
        """
    }
    page.addSection(
      title: IntervalReasons.title,
      html: "<ol id=\"sample-slowest\">\n\(items.joined(separator: "\n"))\n</ol>"
    )
  }
}
