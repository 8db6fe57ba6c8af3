/// How a view's size and its reference size make the multiplier.
public enum ReferencePolicy: Hashable, Sendable, CaseIterable {
  /// The smaller of the two ratios, so that everything fits; what the original does.
  case fit

  /// The larger of the two ratios, so that nothing stays empty.
  case fill

  /// The ratio of the widths.
  case width

  /// The ratio of the heights.
  case height
}
