/// A receiver that counts its updates, so that a row can check its answer.
public protocol UpdateCounting: ~Copyable {
  /// How many updates were applied.
  var sum: Int { get }
}
