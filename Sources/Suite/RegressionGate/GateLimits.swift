/// What a gate takes for a change.
///
/// The numbers are those with which `hamon calibrate` measured how often the gate is wrong; with others
/// its rates don't hold.
package struct GateLimits: Codable, Equatable, Sendable {
  /// A wall time that grows by more than this share is a regression, if it is certain enough.
  package var wall = 0.025

  /// A first look at a row that finds at least this share is followed by a second, longer one.
  package var wallFlag = 0.015

  /// How certain it has to be that a wall time has grown at all: the one-sided confidence.
  package var confidence = 0.99

  /// Where single pairs of processes scatter more than this share, nothing is said about wall time.
  package var wallSpread = 0.03

  /// Instructions of a row with one thread that grow by more than this share are a regression.
  package var instructions = 0.005

  /// Wall time of a row with several threads or tasks that grows by more than this share is a regression:
  /// how they meet differs from process to process.
  package var concurrentWall = 0.1

  /// What counts of rows with several threads or tasks may grow by before it is told; it is never gated,
  /// because they depend on how those meet under valgrind.
  package var concurrentCounts = 0.02

  /// How often in a thousand operations such a row may allocate that never did before.
  package var concurrentCalls = 5.0

  /// Peak memory of a whole command that grows by more than this share is a regression.
  package var memory = 0.05

  /// Creates the limits that were calibrated.
  package init() {}
}
