import Logging
import Signposts

extension Logger.Level {
  /// The level as an event's category.
  var traceName: TraceName { Self.traceNames[self] ?? TraceName(rawValue) }

  private static let traceNames = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0, TraceName($0.rawValue)) }
  )
}
