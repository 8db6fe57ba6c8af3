import Glibc

/// What `hamon bench` says on standard error.
enum BenchOutput {
  static func error(_ text: String) {
    var line = "error: \(text)\n"
    // One call, so that it doesn't mix with what a benchmark says. No one to tell if it fails.
    line.withUTF8 { _ = write(STDERR_FILENO, $0.baseAddress, $0.count) }
  }
}
