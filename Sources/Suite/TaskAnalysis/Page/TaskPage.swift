package import ReportRendering
import TraceAnalysis
import TraceReading

/// The tasks of a trace on a page: their forest on the time axis of the timeline, its lanes of actors and pools, and the tables of the
/// report, whose rows select tasks.
package struct TaskPage {
  let timeline: TaskTimeline
  let namer: TaskNamer
  /// The report that the tables show.
  package let report: TaskReport
  let rows: TaskRows

  /// Creates this part of a page.
  ///
  /// - Parameters:
  ///   - timeline: Has observed the tasks.
  ///   - recorder: The recorder that the timeline observed, after its end.
  ///   - symbols: The names of functions.
  ///   - samples: What the samples of threads say about tasks; `nil` without samples.
  package init(
    _ timeline: TaskTimeline,
    of recorder: TaskRecorder,
    symbols: TaskSymbols,
    samples: TaskSampler?
  ) {
    self.timeline = timeline
    namer = TaskNamer(recorder, symbols)
    var rows = TaskRows()
    report = TaskReport(namer, samples: samples, rows: &rows)
    self.rows = rows
    timeline.keep()
  }

  /// Adds the forest, behind the timeline.
  ///
  /// - Parameters:
  ///   - page: The page, which has its timeline already.
  ///   - span: The time of the timeline, in nanoseconds since the Unix epoch.
  ///   - lanes: The lanes of samples, by thread; empty for none.
  /// - Throws: Errors of encoding the data.
  package func addForest(
    to page: inout HTMLPage,
    span: Range<Int64>,
    lanes: [Int: Int32]
  ) throws {
    page.addSection(title: "What tasks did")
    for omission in omissions { page.addParagraph(omission) }
    page.addHTML(PageFiles.tasks)
    page.addHTML(try PageData.element(id: "task-data", data(span: span, lanes: lanes)))
    page.addScript(.tasks)
    page.addScript(.taskForest)
  }

  func data(span: Range<Int64>, lanes: [Int: Int32]) -> TaskPageData {
    TaskPageData(self, span: span, lanes: lanes)
  }

  /// What was left out or added up, a line each.
  var omissions: [String] {
    var omissions: [String] = []
    if let window = timeline.window {
      let (from, to) = (TaskReport.text(window.lowerBound), TaskReport.text(window.upperBound))
      omissions.append(
        "Shown are tasks that lived between \(from) and \(to), as was asked for: \(timeline.outsideCount) did not, and are only in "
          + "the lanes of pools and in the figures of tables."
      )
    }
    if timeline.leftOutCount > 0 {
      let longest = TaskReport.text(timeline.longestLeftOut)
      omissions.append(
        "Shown are the \(timeline.items.count) tasks with the longest lives; left out are \(timeline.leftOutCount), none of which lived "
          + "longer than \(longest). They aren't in the lanes of actors either, nor in what a row of a table chooses, nor in the samples "
          + "of what is chosen; the lanes of pools and all figures of tables have them. hamon report --tasks-in FROM-TO shows those of "
          + "a shorter time."
      )
    }
    let shortened = timeline.items.count { $0.step > 0 }
    if shortened > 0 {
      omissions.append(
        "Of \(shortened) tasks that did more than can be drawn, what took short is added up in steps, and not in its order."
      )
    }
    return omissions
  }

  /// Adds the tables of the report.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - hasForest: Whether the page has the forest, where table rows select tasks.
  package func addTables(to page: inout HTMLPage, hasForest: Bool) {
    add(report.overview(), to: &page)
    add(report.creatorSection(), rows: "creators", to: &page)
    add(report.executorSection(), rows: "executors", to: &page)
    add(report.poolSection(), rows: "pools", to: &page)
    add(report.hopSection(), rows: "hops", to: &page)
    add(report.suspendedSection(), rows: "suspended", to: &page)
    add(report.intervalSection(), to: &page)
    add(report.slowSection(), rows: "slowest", to: &page)
    add(report.sampleSection(), to: &page)
    if hasForest { page.addScript(.taskTables) }
  }

  /// Adds a section; the rows of its table select tasks where the script knows which.
  private func add(_ section: ReportSection?, rows: String? = nil, to page: inout HTMLPage) {
    guard var section else { return }
    let table = section.table
    if rows != nil { section.table = nil }
    section.add(to: &page)
    guard let rows, let table else { return }
    page.addHTML(
      "<div class=\"task-rows\" data-rows=\"\(rows)\">\n\(HTMLPage.html(of: table))</div>"
    )
  }
}
