/// A pair of events that a user names as the two ends of an interval.
package struct TracePairRule: Sendable, Equatable {
  /// The event that begins it, with its provider.
  package let begin: String
  /// The event that ends it.
  package let end: String
  /// The field by which an end finds its begin, `thread` for the thread, or `nil` for the usual rule.
  package let key: String?

  /// Reads `PROVIDER:BEGIN=PROVIDER:END[,key=FIELD]`.
  ///
  /// - Throws: ``TracePairError`` if the text has another form.
  package init(parsing text: String) throws(TracePairError) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
    let events = parts[0].split(separator: "=", omittingEmptySubsequences: false)
    let key = parts.count > 1 ? String(parts[1]) : nil
    guard events.count == 2, events.allSatisfy({ !$0.isEmpty }), events[0] != events[1],
      parts.count < 3, key.map({ $0.hasPrefix("key=") && $0.count > 4 }) ?? true
    else {
      throw TracePairError(
        subject: text,
        problem: "this is no pair of events",
        remedy:
          "give PROVIDER:BEGIN=PROVIDER:END, and ,key=FIELD if they share a field that tells intervals apart"
      )
    }
    begin = String(events[0])
    end = String(events[1])
    self.key = key.map { String($0.dropFirst(4)) }
  }
}

/// What is wrong with a pair that a user has named.
package struct TracePairError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What was named.
  package let subject: String
  /// What is wrong with it.
  package let problem: String
  /// What to do.
  package let remedy: String

  /// All of it in one line.
  package var description: String { "\(subject): \(problem); \(remedy)" }
}
