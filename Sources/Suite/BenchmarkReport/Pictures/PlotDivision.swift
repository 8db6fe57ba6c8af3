/// Divides the lines of a picture that would be much higher than wide among several.
enum PlotDivision {
  /// More lines make a picture much higher than wide.
  private static let mostLines = 24

  /// Divides clusters of so many lines in their order: a benchmark that fits is in one part, and so is a cluster that fits.
  static func parts<Cluster>(
    of clusters: [Cluster],
    benchmark: (Cluster) -> String,
    count: (Cluster) -> Int
  ) -> [[Cluster]] {
    var linesOfBenchmark: [String: Int] = [:]
    for cluster in clusters { linesOfBenchmark[benchmark(cluster), default: 0] += count(cluster) }
    var parts: [[Cluster]] = []
    var lines = 0
    var last: String?
    for cluster in clusters {
      let name = benchmark(cluster)
      let own = count(cluster)
      let size = last == name ? own : min(linesOfBenchmark[name] ?? 0, mostLines)
      if parts.isEmpty || lines + max(size, own) > mostLines {
        parts.append([])
        lines = 0
      }
      parts[parts.count - 1].append(cluster)
      lines += own
      last = name
    }
    return parts
  }
}
