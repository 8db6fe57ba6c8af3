package import ReportRendering

/// One section of a report: the same in a terminal and on a page.
package struct ReportSection: Sendable {
  package var title: String
  /// The plain text before the table.
  package var paragraphs: [String]
  /// The table, if it has rows.
  package var table: TextTable?

  package init(title: String, paragraphs: [String] = [], table: TextTable? = nil) {
    self.title = title
    self.paragraphs = paragraphs
    self.table = table
  }

  /// The section for a terminal.
  ///
  /// - Parameter width: The maximum length of a line in characters; `nil` for no limit.
  /// - Returns: The text, with a newline at the end of each line.
  package func rendered(width: Int? = nil) -> String {
    var text = title + "\n" + String(repeating: "=", count: title.count) + "\n"
    for line in paragraphs.flatMap({ WrappedText.lines($0, width: width) }) { text += line + "\n" }
    if let table {
      if !paragraphs.isEmpty { text += "\n" }
      text += table.rendered(width: width)
    }
    return text
  }

  /// Adds the section to a page; everything in it is escaped.
  ///
  /// - Parameters:
  ///   - page: The page.
  ///   - tableID: The id of an element around the table, by which a script finds it; `nil` for none.
  package func add(to page: inout HTMLPage, tableID: String? = nil) {
    page.addSection(title: title)
    for paragraph in paragraphs { page.addParagraph(paragraph) }
    guard let table else { return }
    guard let tableID else { return page.addTable(table) }
    page.addHTML("<div id=\"\(tableID)\">\n\(HTMLPage.html(of: table))</div>")
  }
}
