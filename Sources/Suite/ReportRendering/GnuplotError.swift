/// Why there is no plot.
public enum GnuplotError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no `gnuplot` on the `PATH`.
  case notInstalled
  /// `gnuplot` ended with an error; the status and what it wrote about it.
  case failed(status: String, message: String)
  /// `gnuplot` ended well but drew nothing.
  case noPicture

  /// What is wrong and what to do.
  public var description: String {
    switch self {
    case .notInstalled:
      "gnuplot: it is not installed or not on the PATH; install it (apt-get install gnuplot)"
    case .failed(let status, let message):
      "gnuplot: it failed (\(status)) with \"\(message)\"; correct the script it was given"
    case .noPicture:
      "gnuplot: it drew nothing; give it a script that plots, and sets no terminal or output"
    }
  }
}
