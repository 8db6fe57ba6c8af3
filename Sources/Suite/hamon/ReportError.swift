import TraceAnalysis
import TraceReading

/// Why `hamon report` has nothing to report.
enum ReportError: Error, CustomStringConvertible {
  case trace(TraceReadingError)
  case request(RequestError)
  /// In the words of `BenchmarkReport`, which name the file.
  case results(String)
  case cannotWrite(path: String, reason: String)

  var description: String {
    switch self {
    case .trace(let error): "\(error)"
    case .request(let error): "\(error)"
    case .results(let problem): problem
    case .cannotWrite(let path, let reason):
      "\(path): cannot write it (\(reason)); give a file in a directory that exists and is writable"
    }
  }
}
