/// The forms that a trace can be exported in.
package enum TraceExportFormat: String, CaseIterable, Sendable {
  /// Trace events as JSON, for Perfetto (ui.perfetto.dev) and chrome://tracing.
  case chrome
  /// Folded stacks, for flame graphs: paths of names and the nanoseconds that each took itself.
  case folded
  /// One row an interval, point or value, with a header (RFC 4180).
  case csv
  /// OpenTelemetry spans as JSON lines (OTLP/JSON), for a collector's file receiver.
  case otlp
}
