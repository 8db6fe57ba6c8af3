import Foundation

/// The text of a gallery's page.
struct GalleryPage {
  let records: [GalleryRecord]
  let folder: String

  private static let style = """
    :root { color-scheme: light dark }
    body { font: 15px/1.4 sans-serif; margin: 2em }
    section, details { border-top: 1px solid #8886; padding: .6em 0 }
    h2 { font-size: 1em; margin: .2em 0; overflow-wrap: anywhere }
    p { margin: .2em 0 } section > p, figcaption, time { opacity: .65 }
    figure { display: inline-block; margin: .4em 1em .4em 0; vertical-align: top }
    img { max-width: min(30em, 90vw); max-height: 40em; border: 1px solid #8886;
      background: repeating-conic-gradient(#eee 0 25%, #fff 0 50%) 0 0 / 16px 16px }
    .enlarged i { display: inline-block; margin: .2em 1em .4em 0; border: 1px solid #8886;
      image-rendering: pixelated }
    .enlarged p { opacity: .65 }
    details figure { width: 12em } details img { max-width: 12em; max-height: 12em }
    details figcaption { font-size: .85em; overflow-wrap: anywhere }
    summary { cursor: pointer; font-weight: bold }
    pre { background: #8882; padding: .5em; overflow-x: auto }
    nav a { margin-right: 1em }
    .changed h2, .missing h2 { color: #d22 } .libraries h2 { color: #b70 } .recorded h2 { color: #27d }
    """

  var html: String {
    let groups = GalleryRecord.Finding.allCases.compactMap { finding in
      let found = records.filter { $0.finding == finding }
      return found.isEmpty ? nil : (finding: finding, records: found)
    }
    let links = groups.map { finding, records in
      "<a href=\"#\(finding.style)\">\(records.count) \(finding.rawValue)</a>"
    }
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width">
      <title>Snapshots\(title(groups.first?.finding))</title>
      <style>
      \(Self.style)
      </style>
      <h1>Snapshots</h1>
      <nav>\(links.joined(separator: "\n"))</nav>
      <time>\(escape(time))</time>
      \(groups.map(group).joined(separator: "\n"))
      </html>

      """
  }

  private func title(_ worst: GalleryRecord.Finding?) -> String {
    guard let worst else { return "" }
    return ": \(records.count { $0.finding == worst }) \(worst.rawValue)"
  }

  /// The time of the last comparison.
  private var time: String {
    guard let last = records.map(\.time).max() else { return "" }
    return Date(timeIntervalSince1970: last.rounded(.down)).formatted(.iso8601)
  }

  private func group(_ finding: GalleryRecord.Finding, _ records: [GalleryRecord]) -> String {
    guard finding == .equal else {
      return "<div id=\"\(finding.style)\">\n"
        + records.map(section).joined(separator: "\n") + "\n</div>"
    }
    // Usually many that need no look: small, and collapsed if there are others.
    let isAlone = records.count == self.records.count
    return """
      <details id="equal"\(isAlone ? " open" : "")>
      <summary>\(records.count) equal</summary>
      \(records.map(thumbnail).joined(separator: "\n"))
      </details>
      """
  }

  private func section(_ record: GalleryRecord) -> String {
    let figures = zip(["before", "after", "difference"], record.sources).compactMap {
      title,
      source in
      source.map { figure(title, $0) }
    }
    return """
      <section class="\(record.finding.style)">
      <h2>\(escape(record.name)): \(record.finding.rawValue)</h2>
      <p>\(escape(SnapshotFileNames.relative(record.folder)))</p>
      \(figures.joined(separator: "\n"))
      \(record.difference.map { enlarged($0, record.sources) } ?? "")
      \(record.text.isEmpty ? "" : "<pre>\(escape(record.text))</pre>")
      </section>
      """
  }

  /// Where the pictures differ, enlarged and with a margin; empty if that is most of the picture.
  private func enlarged(_ part: GalleryRecord.Difference, _ sources: [String?]) -> String {
    let margin = 6
    let (left, top) = (max(part.x - margin, 0), max(part.y - margin, 0))
    let width = min(part.x + part.width + margin, part.pictureWidth) - left
    let height = min(part.y + part.height + margin, part.pictureHeight) - top
    let factor = min(320 / max(width, height, 1), 16)
    guard factor >= 2 else { return "" }
    let figures = sources.compactMap { source in
      source.map { source in
        """
        <i style="width: \(width * factor)px; height: \(height * factor)px; background: \
        url('\(link(source))') \(-left * factor)px \(-top * factor)px / \
        \(part.pictureWidth * factor)px \(part.pictureHeight * factor)px"></i>
        """
      }
    }
    return """
      <div class="enlarged"><p>what differs, \(factor) times as large</p>
      \(figures.joined(separator: "\n"))
      </div>
      """
  }

  private func link(_ source: String) -> String {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "\"'&;"))
    return source.addingPercentEncoding(withAllowedCharacters: allowed) ?? source
  }

  private func thumbnail(_ record: GalleryRecord) -> String {
    let file = "\(record.folder)/\(record.name)"
    return figure(record.name, path(to: "\(file).\(record.isPictured ? "png" : "txt")"), record)
  }

  private func figure(_ title: String, _ source: String, _ record: GalleryRecord? = nil) -> String {
    let (link, title) = (link(source), escape(title))
    if let record, !record.isPictured {
      return "<figure><figcaption><a href=\"\(link)\">\(title)</a></figcaption></figure>"
    }
    return """
      <figure><figcaption>\(title)</figcaption><a href="\(link)"><img loading="lazy" src="\(link)" \
      alt="\(title)"></a></figure>
      """
  }

  /// A path relative to the page, so that the folders can be moved together.
  private func path(to file: String) -> String {
    let (from, to) = (folder.split(separator: "/"), file.split(separator: "/"))
    let common = zip(from, to).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: from.count - common)
    return (up + to.dropFirst(common)).joined(separator: "/")
  }
}

/// Escapes text for HTML.
private func escape(_ text: String) -> String {
  text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    .replacing("\"", with: "&quot;")
}

extension GalleryRecord.Finding {
  /// The CSS class of its sections, and their anchor.
  fileprivate var style: String { self == .otherLibraries ? "libraries" : rawValue }
}
