import Foundation
import NativeViews
import Synchronization
import Testing

@testable import NativeViewsCairo

@MainActor @Suite
struct `Texts of several threads` {
  /// Broken within a word and truncated, where Pango adds a hyphen and an ellipsis.
  nonisolated private static let block = TextBlock(
    "jumping fox over fjords",
    font: Font(size: 17.47869768167715),
    alignment: .justified,
    lineBreak: .byTruncatingTail,
    maximumLines: 3
  )

  @Test
  func `a text looks the same while other threads lay out texts`() throws {
    let view = Canvas()
    view.frame = CGRect(x: 0, y: 0, width: 37.11807570463407, height: 45.9269383739416)
    view.commands = { $0.draw(Self.block, in: $1) }
    let renderer = try CairoRenderer()
    let alone = try renderer.pixels(of: view)
    let others = OtherThreads()
    for _ in 0..<3 { others.layOut(Self.block, of: try .bundled()) }
    var different = 0
    for _ in 0..<300 where try renderer.pixels(of: view) != alone { different += 1 }
    #expect(different == 0, "of 300 pictures")
    #expect(others.end() > 100, "the threads have hardly laid out anything")
  }
}

/// Threads that lay out a text until they are ended.
private final class OtherThreads: Sendable {
  private let isEnded = Atomic(false)
  private let count = Atomic(0)

  func layOut(_ block: TextBlock, of fonts: CairoFonts) {
    // A task would keep a thread of the pool, which may have no other for the main actor.
    Thread.detachNewThread { [self] in
      while !isEnded.load(ordering: .relaxed) {
        // What went wrong stayed with a context.
        let layout = TextLayout(in: fonts.makeContext())
        layout.set(block)
        layout.fit(width: 37.11807570463407, height: 45.9269383739416)
        count.add(1, ordering: .relaxed)
      }
    }
  }

  /// Ends the threads; returns how many texts they have count.
  func end() -> Int {
    isEnded.store(true, ordering: .relaxed)
    return count.load(ordering: .relaxed)
  }
}
