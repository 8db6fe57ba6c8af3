import Signposts
import Synchronization

/// The metrics of one kind, by name.
final class Registry<Metric: AnyObject & Sendable>: Sendable {
  private let metrics = Mutex<[String: Metric]>([:])

  /// The metric of a label and dimensions, made the first time.
  func metric(
    _ label: String,
    _ dimensions: [(String, String)],
    make: (TraceName) -> Metric
  ) -> Metric {
    let name = Self.name(label, dimensions)
    return metrics.withLock { metrics in
      if let known = metrics[name] { return known }
      let metric = make(TraceName(name))
      metrics[name] = metric
      return metric
    }
  }

  /// Forgets a metric; does nothing if the name has another one.
  func remove(_ metric: AnyObject) {
    metrics.withLock { metrics in
      guard let name = metrics.first(where: { $1 === metric })?.key else { return }
      metrics[name] = nil
    }
  }

  /// The name, such as `requests{code=200,method=GET}`; dimensions have no order, so they are sorted.
  static func name(_ label: String, _ dimensions: [(String, String)]) -> String {
    if dimensions.isEmpty { return label }
    let sorted = dimensions.sorted { $0 < $1 }
    return "\(label){\(sorted.map { "\($0)=\($1)" }.joined(separator: ","))}"
  }
}
