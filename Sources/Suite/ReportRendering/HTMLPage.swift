/// A web page in one file: its style is inside, and it loads nothing.
package struct HTMLPage: Sendable {
  /// The title of the page, as plain text.
  package let title: String

  /// The content before the first section, and before the table of contents.
  private var introduction = ""
  private var body = ""
  private var sections: [(id: String, title: String)] = []
  private var scripts: Set<PageScript> = []

  /// On a narrow screen the contents come last.
  private static let toContents =
    "<p class=\"to-contents\"><a href=\"#contents\">Contents</a></p>\n"

  /// The least number of sections for a table of contents.
  private static let sectionsWithContents = 4

  package init(title: String) {
    self.title = title
  }

  /// Escapes the characters with a meaning in HTML text and quoted attributes.
  ///
  /// Control characters, which no page may contain, become U+FFFD.
  ///
  /// - Parameter text: Plain text.
  /// - Returns: Text to put between tags or between the quotes of an attribute.
  package static func escape(_ text: String) -> String {
    var escaped = ""
    escaped.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      case "'": escaped += "&#39;"
      case "\n", "\t": escaped.unicodeScalars.append(scalar)
      case _ where scalar.properties.generalCategory == .control: escaped += "\u{FFFD}"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Adds a section with a heading.
  ///
  /// - Parameters:
  ///   - title: The heading, as plain text.
  ///   - html: The HTML after the heading, inserted as it is: escape the text in it.
  package mutating func addSection(title: String, html: String = "") {
    let id = "section-\(sections.count + 1)"
    sections.append((id, title))
    body += "<h2 id=\"\(id)\">\(Self.escape(title))</h2>\n\(html)\n"
  }

  /// Adds content that readers can unfold.
  ///
  /// - Parameters:
  ///   - summary: The visible line, as plain text.
  ///   - content: A page whose content is added.
  package mutating func addDetails(summary: String, content: HTMLPage) {
    append(
      """
      <details><summary>\(Self.escape(summary))</summary>
      \(content.introduction)\(content.body)</details>

      """
    )
  }

  private mutating func append(_ html: String) {
    if sections.isEmpty {
      introduction += html
    } else {
      body += html
    }
  }

  /// The table of contents of a long page.
  private var contents: String {
    guard sections.count >= Self.sectionsWithContents else { return "" }
    let links = sections.map { "<a href=\"#\($0.id)\">\(Self.escape($0.title))</a>" }
    return
      "<nav id=\"contents\" aria-label=\"Contents\">\n\(links.joined(separator: "\n"))\n</nav>\n"
  }

  package mutating func addParagraph(_ text: String) {
    append("<p>\(Self.escape(text))</p>\n")
  }

  /// Adds a table; all its cells are escaped.
  package mutating func addTable(_ table: TextTable) {
    append(Self.html(of: table))
  }

  /// Adds HTML.
  ///
  /// - Parameter html: The HTML, inserted as it is: escape the text in it.
  package mutating func addHTML(_ html: String) {
    append(html + "\n")
  }

  /// Adds a script, after the scripts that it needs and the page doesn't have yet.
  package mutating func addScript(_ script: PageScript) {
    for script in script.needed + [script] where scripts.insert(script).inserted {
      append("<script>\n\(script.text)\n</script>\n")
    }
  }

  /// Adds a picture with a caption.
  ///
  /// - Parameters:
  ///   - svg: An SVG element, inserted as it is, for example from ``Gnuplot``.
  ///   - caption: What the picture shows, as plain text.
  package mutating func addFigure(svg: String, caption: String) {
    append("<figure>\n\(svg)\n<figcaption>\(Self.escape(caption))</figcaption>\n</figure>\n")
  }

  /// Writes a table as an HTML element; all its cells are escaped.
  package static func html(of table: TextTable) -> String {
    func row(_ cells: [String], element: String) -> String {
      let html = zip(cells, table.alignments).map { cell, alignment in
        let isNumber = alignment == .right
        // Names of rows may break between their parts.
        let text = isNumber ? escape(cell) : escape(cell).replacing("/", with: "/<wbr>")
        let name = isNumber ? "number" : alignment == .fixed ? "fixed" : nil
        return "<\(element)\(name.map { " class=\"\($0)\"" } ?? "")>\(text)</\(element)>"
      }
      return "<tr>\(html.joined())</tr>\n"
    }
    let rows = table.rows.map { row($0, element: "td") }.joined()
    return """
      <div class="table"><table>
      <thead>\(row(table.headers, element: "th"))</thead>
      <tbody>
      \(rows)</tbody>
      </table></div>

      """
  }

  package func rendered() -> String {
    """
    <!DOCTYPE html>
    <html lang="en">
    <head>
    <meta charset="utf-8">
    <meta http-equiv="Content-Security-Policy" \
    content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'; img-src data:">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>\(Self.escape(title))</title>
    <style>
    \(PageFiles.style)
    </style>
    </head>
    <body>
    <h1>\(Self.escape(title))</h1>
    \(contents.isEmpty ? "" : Self.toContents)\(introduction)\(contents)\(body)</body>
    </html>

    """
  }
}
