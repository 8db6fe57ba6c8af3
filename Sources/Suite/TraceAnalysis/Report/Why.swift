package import ReportRendering

/// What was slow and for what reason: the first lines of a report.
package struct Why: Sendable, Equatable {
  /// A line.
  package struct Reason: Sendable, Codable, Equatable {
    /// What it is about, in the order of a report.
    package enum Kind: String, Sendable, Codable, CaseIterable {
      /// That there are no events.
      case alone
      /// What makes all the rest doubtful.
      case missing
      /// Nothing is slow.
      case nothing
      /// Memory that is lost, memory that only grows, and how much there was.
      case leak, growth, memory
      case silence, slow, frames, queue, retries, failures, unended
      case actor, pool, stuck, task
      case lock, processor, functions
    }

    package var kind: Kind
    package var text: String

    package init(_ kind: Kind, _ text: String) {
      self.kind = kind
      self.text = text.prefix(1).uppercased() + text.dropFirst()
    }
  }

  private static let title = "Why"
  package static let maximumLines = 12

  package let reasons: [Reason]

  /// Sorts reasons; the first of them are kept.
  ///
  /// - Parameters:
  ///   - reasons: Reasons in the order of their importance among those of a kind.
  ///   - longest: What to say if nothing was slow: what took longest.
  package init(_ reasons: [Reason], longest: String) {
    var all = reasons
    // What ran, and how much memory there was, is told in any case.
    let told: Set<Reason.Kind> = [.alone, .missing, .memory, .functions]
    if all.allSatisfy({ told.contains($0.kind) }) {
      let nothing = all.contains { $0.kind == .missing } ? "Nothing else" : "Nothing"
      all.append(Reason(.nothing, "\(nothing) stands out: \(longest)."))
    }
    let sorted = Reason.Kind.allCases.flatMap { kind in all.filter { $0.kind == kind } }
    self.reasons = Array(sorted.prefix(Self.maximumLines))
  }

  /// The lines for a terminal; one that is narrow gets those that fit into the maximum of lines.
  ///
  /// - Parameter width: The maximum length of a line in characters; `nil` for no limit.
  /// - Returns: The text, with a newline at the end of each line.
  package func rendered(width: Int? = nil) -> String {
    var lines: [String] = []
    for reason in reasons {
      let text = WrappedText.lines(TextTable.singleLine(reason.text), width: width.map { $0 - 2 })
      guard lines.isEmpty || lines.count + text.count <= Self.maximumLines else { break }
      lines += text.enumerated().map { ($0 == 0 ? "- " : "  ") + $1 }
    }
    let rule = String(repeating: "=", count: Self.title.count)
    return ([Self.title, rule] + lines).map { $0 + "\n" }.joined()
  }

  /// Adds the lines to the beginning of a page, before its contents.
  package func add(to page: inout HTMLPage) {
    let items = reasons.map { reason in
      let pieces = HTMLPage.escape(reason.text).split(
        separator: "`",
        omittingEmptySubsequences: false
      )
      // Every other piece stands between two marks, unless a name has one itself.
      let marked = pieces.enumerated().map { $0 % 2 == 0 ? "\($1)" : "<code>\($1)</code>" }
      return "<li>\(pieces.count % 2 == 1 ? marked.joined() : pieces.joined(separator: "`"))</li>"
    }
    page.addHTML(
      "<h2>\(Self.title)</h2>\n<ul class=\"why\">\n\(items.joined(separator: "\n"))\n</ul>"
    )
  }
}
