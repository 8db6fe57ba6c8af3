/// A type that appears in traces under another name than its own, such as a wrapper.
public protocol TraceNamed {
  /// The name; it must not change while the program runs.
  static var traceName: String { get }
}
