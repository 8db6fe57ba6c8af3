import Foundation

/// The text of a gallery's page.
@MainActor
struct GalleryPage {
  let entries: [SnapshotGallery.Entry]
  let folder: String

  var html: String {
    // What needs to be looked at comes first.
    let sorted = entries.enumerated().sorted {
      ($0.element.outcome.rank, $0.offset) < ($1.element.outcome.rank, $1.offset)
    }.map(\.element)
    let counts = Dictionary(grouping: entries) { $0.outcome.title }.mapValues(\.count)
    let summary = SnapshotResult.Outcome.titles.compactMap { title in
      counts[title].map { "\($0) \(title)" }
    }
    return """
      <!doctype html>
      <html lang="en">
      <meta charset="utf-8">
      <title>Snapshots</title>
      <style>
      body { font: 15px/1.4 sans-serif; margin: 2em; color: #222; background: #fff }
      section { border-top: 1px solid #ccc; padding: .6em 0 }
      h2 { font-size: 1em; margin: .2em 0 }
      figure { display: inline-block; margin: .4em 1em .4em 0; vertical-align: top }
      figcaption { color: #666 }
      img { max-width: 30em; max-height: 40em; border: 1px solid #ccc; image-rendering: pixelated;
        background: repeating-conic-gradient(#eee 0 25%, #fff 0 50%) 0 0 / 16px 16px }
      pre { background: #f6f6f6; padding: .5em; overflow-x: auto }
      .changed h2, .missing h2 { color: #b00 } .libraries h2 { color: #a60 } .recorded h2 { color: #06c }
      </style>
      <h1>Snapshots</h1>
      <p>\(summary.joined(separator: ", "))</p>
      \(sorted.map(section).joined(separator: "\n"))
      </html>

      """
  }

  private func section(_ entry: SnapshotGallery.Entry) -> String {
    var figures = zip(["before", "after", "difference"], entry.sources).compactMap {
      title,
      source in
      source.map { figure(title, $0) }
    }
    if case .equal = entry.outcome, entry.isPictured {
      figures = [figure("reference", path(to: "\(entry.folder)/\(entry.name).png"))]
    }
    let text = entry.outcome.text
    return """
      <section class="\(entry.outcome.style)">
      <h2>\(escape(entry.name)): \(entry.outcome.title)</h2>
      <p>\(escape(SnapshotFileNames.relative(entry.folder)))</p>
      \(figures.joined(separator: "\n"))
      \(text.isEmpty ? "" : "<pre>\(escape(text))</pre>")
      </section>
      """
  }

  private func figure(_ title: String, _ source: String) -> String {
    let allowed = CharacterSet.urlPathAllowed.subtracting(CharacterSet(charactersIn: "\"'&;"))
    let link = source.addingPercentEncoding(withAllowedCharacters: allowed) ?? source
    return """
      <figure><figcaption>\(title)</figcaption><a href="\(link)"><img loading="lazy" src="\(link)" \
      alt="\(title)"></a></figure>
      """
  }

  /// A path from the page, so that the folders can be moved together.
  private func path(to file: String) -> String {
    let (from, to) = (folder.split(separator: "/"), file.split(separator: "/"))
    let common = zip(from, to).prefix { $0 == $1 }.count
    let up = [Substring](repeating: "..", count: from.count - common)
    return (up + to.dropFirst(common)).joined(separator: "/")
  }
}

/// Text as HTML shows it.
private func escape(_ text: String) -> String {
  text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    .replacing("\"", with: "&quot;")
}

extension SnapshotResult.Outcome {
  fileprivate static let titles = ["changed", "missing", "other libraries", "recorded", "equal"]

  fileprivate var rank: Int {
    switch self {
    case .changed: 0
    case .missing: 1
    case .otherLibraries: 2
    case .recorded: 3
    case .equal: 4
    }
  }

  fileprivate var title: String { Self.titles[rank] }

  fileprivate var style: String {
    if case .otherLibraries = self { return "libraries" }
    return title
  }

  fileprivate var text: String {
    switch self {
    case .changed(let difference): [difference.summary, difference.details].joined(separator: "\n")
    case .otherLibraries(let difference, let libraries):
      [difference.summary, "painted by \(libraries)", difference.details].joined(separator: "\n")
    case .equal, .recorded, .missing: ""
    }
  }
}
