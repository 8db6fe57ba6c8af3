/// How this build was made.
enum BuildMode {
  /// Whether it was built with optimization; SwiftPM defines `DEBUG` where it is not.
  static var isOptimized: Bool {
    #if DEBUG
    false
    #else
    true
    #endif
  }
}
