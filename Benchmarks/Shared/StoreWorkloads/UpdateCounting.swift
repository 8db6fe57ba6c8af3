/// What can say how many updates it got, so that a row can check its answer.
package protocol UpdateCounting: ~Copyable {
  /// How many updates were applied.
  var sum: Int { get }
}
