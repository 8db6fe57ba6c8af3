package import ReportRendering
package import TraceAnalysis
package import TraceReading

/// The samples of a recording on a page: lanes below the timeline's intervals, flame graphs and a table that tell of what is selected
/// there, and the tables of the report.
package struct SamplePage: Sendable {
  /// The lanes that the timeline of the page has to make room for; `nil` where its events have another clock, or one that isn't known.
  package let threads: ThreadLanes?

  private let profile: SampleProfile
  private let report: SampleReport
  private let clockOffset: Int64?

  /// Describes the part of a page.
  ///
  /// - Parameters:
  ///   - profile: The samples.
  ///   - report: What was found of them.
  ///   - catalog: The catalog of the trace's reader; `nil` where there are no events.
  ///   - clockOffset: What a time of the samples has to be added to for that of an event; `nil` where it isn't known.
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

  /// Adds the timeline, where there are no events that have one.
  ///
  /// - Throws: What encoding the data throws.
  package func addTimeline(to page: inout HTMLPage) throws {
    try ThreadLanes.addTimeline(lasting: Int64(profile.span.count), to: &page)
  }

  /// Adds the sections.
  ///
  /// - Parameters:
  ///   - page: The page, which has its timeline already.
  ///   - origin: When the timeline begins, in nanoseconds since the Unix epoch; `nil` with the samples.
  /// - Throws: What encoding the data throws.
  package func addSections(to page: inout HTMLPage, origin: Int64?) throws {
    let begin = Int64(profile.span.lowerBound)
    let start = clockOffset.flatMap { offset in origin.map { $0 - offset } } ?? begin
    let lanes = SampleLanes(profile, origin: start)
    report.overview().add(to: &page)
    page.addSection(title: "What threads did", html: SampleMarkup.summary)
    for omission in lanes.omissions { page.addParagraph(omission) }
    page.addSection(title: "On the processor, by functions", html: SampleMarkup.running)
    page.addSection(title: "Off the processor, by functions", html: SampleMarkup.waiting)
    if let functions = report.functionSection() {
      page.addSection(title: functions.title, html: SampleMarkup.functions)
      page.addHTML("<div id=\"sample-functions-all\">")
      for paragraph in functions.paragraphs { page.addParagraph(paragraph) }
      if let table = functions.table { page.addTable(table) }
      page.addHTML("</div>")
    }
    report.intervalSection()?.add(to: &page)
    addSlowest(to: &page, lanes, origin: start)
    let data = SamplePageData(profile, lanes, isAligned: threads != nil)
    page.addHTML(try PageData.element(id: "sample-data", data))
    for script in [SampleScript.text, SampleFlameScript.text, SampleFunctionScript.text] {
      page.addHTML("<script>\n\(script)\n</script>")
    }
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
        data-label="\(name)">\(name)</button> \(HTMLPage.escape(slow.sentence))</li>
        """
    }
    page.addSection(
      title: SampleReport.slowestTitle,
      html: "<ol id=\"sample-slowest\">\n\(items.joined(separator: "\n"))\n</ol>"
    )
  }
}
