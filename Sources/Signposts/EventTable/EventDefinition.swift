import CEventTable

/// One line of the event table: an event that this package emits.
package struct EventDefinition: Sendable, Equatable {
  /// The meaning of an event to a reader of the trace.
  package enum Role: String, Sendable {
    /// An interval begins.
    case begin
    /// An interval ends.
    case end
    /// Something happens that takes no time.
    case point
    /// One value of a distribution.
    case sample
    /// A quantity has a new value.
    case counter
    /// Additional data of the interval or event with the same id.
    case detail
  }

  package struct Field: Sendable, Equatable {
    /// The type as in the table: `u64`, `text`, ...
    package let type: String
    package let name: String
    /// The name in reports of the sum of its values; `nil` for fields that aren't summed.
    package let label: String?
  }

  /// The provider and the event's own name, as LTTng writes them.
  package let name: String
  package let role: Role
  /// The name in reports of the interval that begins.
  package let label: String?
  /// The log level, without LTTng's prefix.
  package let logLevel: String
  /// The fields, in the order of the trace.
  package let fields: [Field]

  /// The part of the name before the colon.
  package var provider: String { String(name.prefix { $0 != ":" }) }

  /// The events of this package's own code, in the order of the table.
  package static let all = lines.filter { $0.provider != "swift_concurrency" }

  /// The events of tasks, emitted by a library that is loaded into programs.
  package static let tasks = lines.filter { $0.provider == "swift_concurrency" }

  private static let lines: [EventDefinition] =
    // SAFETY: the C function returns the address of a line for each index below the count.
    (0..<csignposts_event_count()).map { unsafe EventDefinition(csignposts_event_at($0).pointee) }

  /// Makes a definition from a line of the C table.
  private init(_ event: csignposts_event) {
    // SAFETY: of this function: the texts are literals of the C table, and only labels may be null.
    name = unsafe "\(String(cString: event.provider)):\(String(cString: event.name))"
    role = unsafe Role(rawValue: String(cString: event.role)) ?? .detail
    label = unsafe event.label.map { unsafe String(cString: $0) }
    logLevel = unsafe String(cString: event.log_level)
    fields = unsafe withUnsafeBytes(of: event.fields) { bytes in
      unsafe bytes.bindMemory(to: csignposts_field.self).prefix(event.field_count).map {
        unsafe Field(
          type: String(cString: $0.type),
          name: String(cString: $0.name),
          label: $0.label.map { unsafe String(cString: $0) }
        )
      }
    }
  }
}
