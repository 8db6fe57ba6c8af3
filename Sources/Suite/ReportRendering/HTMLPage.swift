/// A web page in one file: its style is inside, and it loads nothing.
package struct HTMLPage: Sendable {
  /// The title of the page, as plain text.
  package let title: String

  /// What stands before the first section, and before the contents.
  private var introduction = ""
  private var body = ""
  private var sections: [(id: String, title: String)] = []

  /// From how many sections on a page has contents.
  private static let sectionsWithContents = 4

  package init(title: String) {
    self.title = title
  }

  /// Replaces the characters that mean something in HTML, in text as in quoted attributes.
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
  ///   - html: What follows the heading. It is inserted as it is: escape the text in it.
  package mutating func addSection(title: String, html: String = "") {
    let id = "section-\(sections.count + 1)"
    sections.append((id, title))
    body += "<h2 id=\"\(id)\">\(Self.escape(title))</h2>\n\(html)\n"
  }

  /// Adds what a reader has to unfold.
  ///
  /// - Parameters:
  ///   - summary: What is seen of it before, as plain text.
  ///   - content: A page of which the content is taken.
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

  /// The contents of a long page.
  private var contents: String {
    guard sections.count >= Self.sectionsWithContents else { return "" }
    let links = sections.map { "<a href=\"#\($0.id)\">\(Self.escape($0.title))</a>" }
    return "<nav aria-label=\"Contents\">\n\(links.joined(separator: "\n"))\n</nav>\n"
  }

  package mutating func addParagraph(_ text: String) {
    append("<p>\(Self.escape(text))</p>\n")
  }

  /// Adds a table; all its cells are escaped.
  package mutating func addTable(_ table: TextTable) {
    append(Self.html(of: table))
  }

  /// Adds what is HTML already.
  ///
  /// - Parameter html: It is inserted as it is: escape the text in it.
  package mutating func addHTML(_ html: String) {
    append(html + "\n")
  }

  /// Adds a picture with a caption.
  ///
  /// - Parameters:
  ///   - svg: An SVG element, inserted as it is, such as ``Gnuplot`` returns.
  ///   - caption: What the picture shows, as plain text.
  package mutating func addFigure(svg: String, caption: String) {
    append("<figure>\n\(svg)\n<figcaption>\(Self.escape(caption))</figcaption>\n</figure>\n")
  }

  /// Writes a table as an HTML element; all its cells are escaped.
  package static func html(of table: TextTable) -> String {
    func row(_ cells: [String], element: String) -> String {
      let html = zip(cells, table.alignments).map { cell, alignment in
        let isNumber = alignment == .right
        // Names of rows are broken between their parts, where they have to be.
        let text = isNumber ? escape(cell) : escape(cell).replacing("/", with: "/<wbr>")
        return "<\(element)\(isNumber ? " class=\"number\"" : "")>\(text)</\(element)>"
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
    \(Self.style)
    </style>
    </head>
    <body>
    <h1>\(Self.escape(title))</h1>
    \(introduction)\(contents)\(body)</body>
    </html>

    """
  }

  /// The attribute selectors catch what gnuplot draws in black: text, axes and grid take the colour
  /// of the page's text, or they would vanish on a dark page.
  private static let style = """
    :root { color-scheme: light dark; --text: #1c1c1e; --page: #ffffff; --rule: #d0d0d5; }
    @media (prefers-color-scheme: dark) {
      :root { --text: #e6e6ea; --page: #17171a; --rule: #45454c; }
    }
    body { font: 15px/1.5 system-ui, sans-serif; color: var(--text); background: var(--page);
      max-width: 70rem; margin: 2rem auto; padding: 0 1rem; }
    h1 { font-size: 1.6rem; } h2 { font-size: 1.2rem; margin-top: 2rem; }
    .table { overflow-x: auto; }
    table { border-collapse: collapse; font-variant-numeric: tabular-nums; }
    th, td { padding: .25rem .75rem; border-bottom: 1px solid var(--rule); text-align: left;
      white-space: nowrap; }
    td:not(.number) { white-space: normal; min-width: 5rem; max-width: 26rem; overflow-wrap: anywhere; }
    .number { text-align: right; }
    nav { columns: 16rem; margin: 1rem 0; } nav a { display: block; overflow-wrap: anywhere; }
    summary { cursor: pointer; margin: .5rem 0; }
    figure { margin: 1rem 0; overflow-x: auto; } figure svg { max-width: 100%; height: auto; }
    @media (max-width: 40rem) {
      body { margin: 1rem auto; padding: 0 .5rem; } th, td { padding: .2rem .4rem; }
      th { white-space: normal; vertical-align: bottom; } td:not(.number):first-child { min-width: 9.5rem; }
      figure svg { max-width: none; min-width: 40rem; }
    }
    figure svg text { fill: currentColor; }
    figure svg [color="black"] { color: inherit; }
    figure svg [stroke="black"] { stroke: currentColor; }
    .verdicts { display: flex; flex-wrap: wrap; gap: 2px; font-size: .85rem; line-height: 1.5rem; }
    .verdicts span { color: #fff; padding: 0 .5rem; white-space: nowrap; }
    .held { background: #2563c9; } .missed { background: #c02a5b; } .untold { background: #a85c05; }
    .findings { list-style: none; padding: 0; margin: .5rem 0; overflow-wrap: anywhere; }
    .findings { font-size: .9rem; } .findings .part { padding-left: 1rem; font-size: .8rem; }
    .lead { margin: .75rem 0 .5rem; font-size: .9rem; }
    .cards { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); gap: .5rem 1.5rem; }
    .card { border-top: 1px solid var(--rule); font-size: .85rem; line-height: 1.3; }
    .card h3 { font-size: .95rem; margin: .3rem 0 .1rem; } .card ul { list-style: none; margin: 0; padding: 0; }
    .card li { display: flex; gap: .5rem; margin: .2rem 0; overflow-wrap: anywhere; }
    .card svg { flex: none; width: 5rem; height: .75rem; margin-top: .15rem; }
    .card .faster { fill: #10a37f; } .card .slower { fill: #3b82f6; } .card .one { stroke: currentColor; }
    pre, code { font-family: ui-monospace, monospace; overflow-x: auto; }
    """
}
