import Foundation
package import ReportRendering
import TraceAnalysis

/// The memory of a recording on a page: a lane over time, flame graphs, tables and the cycles of what is leaked.
package struct MemoryPage: Sendable {
  private let profile: MemoryProfile
  private let report: MemoryReport
  private let clockOffset: Int64?

  /// Creates this part of a page.
  ///
  /// - Parameters:
  ///   - profile: The memory.
  ///   - report: Its report.
  ///   - clockOffset: Added to a time of the memory, gives the time of an event; `nil` if unknown, then it isn't drawn over time.
  package init(_ profile: MemoryProfile, report: MemoryReport, clockOffset: Int64?) {
    self.profile = profile
    self.report = report
    self.clockOffset = clockOffset
  }

  /// The time that the timeline must cover, in that of the events; `nil` for none.
  package var span: Range<Int64>? {
    clockOffset.map { offset in
      Int64(profile.span.lowerBound) + offset..<Int64(profile.span.upperBound) + offset
    }
  }

  /// Adds the sections.
  ///
  /// - Parameters:
  ///   - page: The page, which has its timeline already.
  ///   - origin: When the timeline begins, as ``span`` counts.
  /// - Throws: Errors of encoding the data.
  package func addSections(to page: inout HTMLPage, origin: Int64) throws {
    for section in report.sections() {
      if section.title == MemoryReport.typeTitle {
        page.addSection(
          title: "Memory by functions",
          html: PageFiles.memory
            + PageFiles.sampleFlames(
              "memory",
              first: "what allocated",
              meaning:
                "A frame is as wide as the bytes that the function allocated, or what it called."
            )
        )
      }
      section.add(
        to: &page,
        tableID: section.title == MemoryReport.typeTitle ? "memory-types" : nil
      )
      if section.title == MemoryReport.typeTitle { page.addHTML(PageFiles.memoryTypes) }
      if section.title == MemoryReport.leakTitle {
        page.addHTML(report.leaks.prefix(MemoryReport.maximumRows).map(\.picture).joined())
      }
    }
    let data = MemoryPageData(profile, report: report, origin: clockOffset.map { origin - $0 })
    page.addHTML(try PageData.element(id: "memory-data", data))
    page.addScript(.memory)
  }
}

extension MemoryReport.Leak {
  /// The cycle drawn: types in a circle, arrows with the names of the fields; empty for no cycle.
  var picture: String {
    guard !cycle.isEmpty else { return "" }
    let fields = zip(types, cycle).map { type, step in
      let field = step.hasPrefix(type) ? String(step.dropFirst(type.count)) : step
      return (type: type, field: field.hasPrefix(".") ? String(field.dropFirst()) : field)
    }
    let (width, height) = (560.0, 200.0)
    let places = fields.indices.map { index in
      let angle = 2 * Double.pi * Double(index) / Double(fields.count) - Double.pi
      return (x: width / 2 + 180 * cos(angle), y: height / 2 + 70 * sin(angle))
    }
    // Letters cover the lines that they stand on.
    let halo =
      "fill=\"currentColor\" stroke=\"Canvas\" stroke-width=\"6\" paint-order=\"stroke\""
    func text(_ x: Double, _ y: Double, _ text: String, _ weight: String) -> String {
      "<text x=\"\(Int(x))\" y=\"\(Int(y))\" text-anchor=\"middle\" font-size=\"13\" font-weight=\"\(weight)\" \(halo)>\(HTMLPage.escape(text))</text>\n"
    }
    var shapes = ""
    for (index, from) in places.enumerated() {
      let to = places[(index + 1) % places.count]
      // Arrows bend outwards, so that two of them between two types lie beside each other.
      let middle = (x: (from.x + to.x) / 2, y: (from.y + to.y) / 2)
      let length = max(1, hypot(to.x - from.x, to.y - from.y))
      let bend = (
        x: middle.x + (to.y - from.y) / length * 60, y: middle.y - (to.x - from.x) / length * 60
      )
      if places.count > 1 {
        shapes += """
          <path d="M\(Int(from.x)) \(Int(from.y)) Q\(Int(bend.x)) \(Int(bend.y)) \(Int(to.x)) \(Int(to.y))" fill="none" \
          stroke="currentColor" marker-end="url(#memory-arrow)"/>

          """
      }
      shapes += text(
        (middle.x + bend.x) / 2,
        (middle.y + bend.y) / 2,
        fields[index].field,
        "normal"
      )
    }
    for (place, step) in zip(places, fields) { shapes += text(place.x, place.y, step.type, "bold") }
    return """
      <figure><svg viewBox="0 0 \(Int(width)) \(Int(height))" width="\(Int(width))" role="img" \
      aria-label="\(HTMLPage.escape(circle))">
      <defs><marker id="memory-arrow" viewBox="0 0 10 10" refX="60" refY="5" markerWidth="8" markerHeight="8" orient="auto">\
      <path d="M0 0 L10 5 L0 10 z" fill="currentColor"/></marker></defs>
      \(shapes)</svg><figcaption>\(count) x \(HTMLPage.escape(circle))</figcaption></figure>

      """
  }
}
