import FoundationEssentials
import KatanaRouter
import SeededRandom

final class Screen: Routable {}

/// Destinations with numbers that are the same in each run.
func makeDestinations(_ count: Int, seed: UInt64 = 1) -> [Destination] {
  var random = SplitMix64(seed: seed)
  return (0..<count).map { _ in
    Destination(routableType: Screen.self, instanceIdentifier: UUID.random(using: &random))
  }
}

/// Places of destinations, the same in each run.
func somePlaces(_ count: Int, below limit: Int) -> [Int] {
  var random = SplitMix64(seed: 7)
  return (0..<count).map { _ in Int.random(in: 0..<limit, using: &random) }
}
