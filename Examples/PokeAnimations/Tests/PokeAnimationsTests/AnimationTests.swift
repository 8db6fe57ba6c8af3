import Foundation
import Katana
import KatanaElements
import Testing

#if canImport(PokeAnimations)
@testable import PokeAnimations
#endif

@MainActor
struct `The slides` {
  private let user = User(PokeAnimations())

  private var slide: Slide { user.application.store.state.slide }

  /// The child of the screen with a key, also on its way out.
  private func child(_ key: String) throws -> NativeView {
    let screen = try #require(user.tree.root.children.first)
    return try #require(screen.children.first { $0.key == key }, "there is no \(key)")
  }

  private func keys() throws -> [String] {
    try #require(user.tree.root.children.first).children.compactMap(\.key)
  }

  /// What is on screen where a slide is shown at once.
  private func text(of slide: Slide, size: CGSize? = nil) -> String {
    let other = User(PokeAnimations(slide), size: size)
    // Its views go with it.
    return withExtendedLifetime(other) { other.tree.root.renderedText() }
  }

  private var text: String { user.tree.root.renderedText().replacing(" focused", with: "") }

  @Test func `one tap leads to the next slide, and what was there goes`() async throws {
    let ember = try child("ember")
    let start = ember.presented.frame
    try await user.perform(.tap("Next"))
    #expect(slide == .rain)
    #expect(user.tree.isAnimating)
    // Nothing has moved yet; what comes is outside.
    #expect(ember.presented.frame == start)
    let puddle = try child("puddle")
    #expect(puddle.presented.frame.minX > 450)
    #expect(puddle.presented.alpha == 0)
    #expect(try keys().contains("title 1") && keys().contains("title 2"))
    try await user.wait(150)
    #expect(ember.presented.frame.width < start.width && ember.presented.frame.minX < start.minX)
    #expect(puddle.presented.alpha > 0)
    // What goes can't be found, and isn't read out.
    #expect(user.tree.label("Puddle").exists && !user.tree.label("Ember").exists)
    try await user.rest()
    #expect(try !keys().contains("title 1"))
    #expect(try child("ember") === ember)
    #expect(text == text(of: .rain))
    #expect(user.clock?.isFrameRequested == false)
  }

  @Test func `figures swing into their places`() async throws {
    try await user.perform(.tap("Next"))
    let puddle = try child("puddle")
    var places: [CGFloat] = []
    for _ in 0..<60 {
      try await user.wait(17)
      places.append(puddle.presented.frame.minX)
    }
    let end = puddle.frame.minX
    #expect(try #require(places.min()) < end - 5)
    #expect(places.last == end)
  }

  @Test func `tapping on while all moves ends at the slide that was chosen last`() async throws {
    for _ in 0..<3 {
      try await user.perform(.tap("Next"))
      try await user.wait(120)
    }
    #expect(slide == .party)
    #expect(try keys().count { $0.hasPrefix("title") } > 1)
    try await user.rest()
    #expect(text == text(of: .party))
  }

  @Test func `who is called back while leaving turns round where it is`() async throws {
    try await user.perform(.tap("Slide 2"))
    try await user.rest()
    let ember = try child("ember")
    try await user.perform(.tap("Next"))
    try await user.wait(120)
    let place = ember.presented.frame
    #expect(place.minX < 40)
    try await user.perform(.tap("Back"))
    #expect(try child("ember") === ember)
    #expect(ember.presented.frame == place)
    try await user.rest()
    #expect(text == text(of: .rain))
  }

  @Test func `words come from where the user goes`() async throws {
    try await user.perform(.tap("Slide 3"))
    #expect(try child("title 3").presented.frame.minX > 400)
    try await user.rest()
    try await user.perform(.tap("Slide 1"))
    #expect(try child("title 1").presented.frame.minX < -300)
    try await user.rest()
    #expect(text == text(of: .hill))
  }

  @Test func `the ends have nothing beyond them`() async throws {
    await #expect(throws: ViewQueryError.self) { try await user.perform(.tap("Back")) }
    try await user.perform(.tap("Slide 4"))
    await #expect(throws: ViewQueryError.self) { try await user.perform(.tap("Next")) }
  }

  /// Any taps with any pauses between them, long and short.
  @Test func `whatever was interrupted, the end is that of the slide shown at once`() async throws {
    let seed = UInt64.random(in: .min ... .max)
    var generator = SplitMix(state: seed)
    let texts = Dictionary(uniqueKeysWithValues: Slide.allCases.map { ($0, text(of: $0)) })
    for round in 0..<40 {
      for _ in 0..<Int.random(in: 1...6, using: &generator) {
        var choices = Slide.allCases.map { "Slide \($0.rawValue + 1)" }
        if slide.next != nil { choices.append("Next") }
        if slide.previous != nil { choices.append("Back") }
        try await user.perform(.tap(choices[Int.random(in: 0..<choices.count, using: &generator)]))
        try await user.wait(Int.random(in: 0...400, using: &generator))
      }
      try await user.rest()
      try #require(text == texts[slide], "seed \(seed), round \(round), \(slide)")
    }
    // Nothing is left of those that went.
    let counts = user.shown.counts
    let other = User(PokeAnimations(slide))
    #expect(counts.created - counts.removed == other.shown.counts.created)
  }

  @Test func `the slide follows the size of the window`() async throws {
    user.tree.resize(to: CGSize(width: 600, height: 400))
    try await user.rest()
    #expect(text == text(of: .hill, size: CGSize(width: 600, height: 400)))
  }
}

/// Random numbers that are the same for the same seed: SplitMix64.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ mixed >> 27) &* 0x94d0_49bb_1331_11eb
    return mixed ^ mixed >> 31
  }
}
