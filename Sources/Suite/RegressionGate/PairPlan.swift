/// How many pairs of processes a row gets, and what each pair does.
///
/// A pair is a process of the base and one of the head that live at the same time and take blocks of
/// samples in turn, ABBA, so that what the machine does falls on both.
package struct PairPlan: Codable, Equatable, Sendable {
  /// By how many bytes the code of both sides is shifted, in turn: what is only an accident of where
  /// the linker put a loop differs between paddings and cancels in their mean.
  ///
  /// Source: T. Mytkowicz et al., Producing Wrong Data Without Doing Anything Obviously Wrong!,
  /// ASPLOS 2009.
  package var paddings = [0, 16, 32, 48]

  /// How many pairs each padding gets at the first look.
  package var firstPairs = 2

  /// How many pairs each padding has got after the second.
  package var allPairs = 8

  /// How many pairs each padding has got after a third look, at what seems to have changed and isn't
  /// certain.
  package var lastPairs = 24

  /// How many blocks each side of a pair takes.
  package var blocks = 6

  /// How many samples a block has; its smallest counts.
  package var samples = 3

  /// Creates the plan that was calibrated.
  package init() {}

  /// How many samples a pair takes, of both sides.
  package var samplesOfPair: Int { 2 * blocks * samples }
}
