extension Agreement {
  /// Amounts of updates and comparisons.
  var summary: String {
    """
    \(updates) updates of \(changes) changes, \(group.commits) commits, each to all backends
    recorded trees compared: \(counts.recordings); as text, JSON and SVG: \(counts.renderings)
    trees of widgets: \(counts.widgets); frames of GTK's own waited for: \(counts.frames)
    trees of what the image's backend keeps: \(counts.nodes)
    images after damage and painted anew, by bytes: \(counts.images)
    windows' pictures, kept and drawn anew, within tolerance: \(counts.screenshots), \(counts.keptDiffering) of them not by bytes
    the same and Cairo's, within tolerance: \(counts.screenshots); a share of at most \(counts.worstShare) differs
    nodes made anew after all animations: \(counts.rebuilt), with \(program.completions.count) completions
    """
  }
}
