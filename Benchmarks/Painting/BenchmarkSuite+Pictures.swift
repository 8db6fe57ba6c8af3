import BenchmarkHarness
import CPangoCairo
import Foundation
import ImageComparison
import NativeViews
import NativeViewsCairo

extension BenchmarkSuite {
  /// A screen as a PNG file, and compared with an equal one.
  mutating func addPictures() {
    add(
      Benchmark(
        "encode",
        floors: ["encode-by-hand"],
        bars: [Bar("encode", against: "encode-by-hand", atMost: 1.1)]
      ) {
        let pixels = try LabelScene(labels: 400).backend.pixels
        return BenchmarkBody(
          run: { iterations in for _ in 0..<iterations { _ = try pixels.png() } },
          verify: { _ in
            let decoded = try Pixels(decoding: BitmapImage(png: pixels.png()))
            try VerificationError.check("decoded", found: decoded == pixels ? 1 : 0, expected: 1)
          }
        )
      }
    )
    add(
      Benchmark("encode-by-hand", kind: .floor) {
        let pixels = try LabelScene(labels: 400).backend.pixels
        let count = try pixels.png().count
        return BenchmarkBody(
          state: 0,
          run: { sum, iterations in for _ in 0..<iterations { sum += encode(pixels) } },
          verify: { sum, iterations in
            try VerificationError.check("bytes", found: sum, expected: iterations * count)
          }
        )
      }
    )
    add(
      Benchmark(
        "compare",
        floors: ["compare-by-hand"],
        bars: [
          Bar("a screen", medianAtMost: .milliseconds(5)),
          Bar("compare", against: "compare-by-hand", atMost: 1.2),
        ]
      ) {
        let (first, second) = try screens()
        return BenchmarkBody(
          state: 0,
          run: { accepted, iterations in
            for _ in 0..<iterations where ImageComparison().compare(first, with: second).isAccepted
            {
              accepted += 1
            }
          },
          verify: { accepted, iterations in
            try VerificationError.check("accepted", found: accepted, expected: iterations)
          }
        )
      }
    )
    add(
      Benchmark("compare-by-hand", kind: .floor) {
        let (first, second) = try screens()
        return BenchmarkBody(
          state: 0,
          run: { accepted, iterations in
            for _ in 0..<iterations where areEqual(identity(first).argb, identity(second).argb) {
              accepted += 1
            }
          },
          verify: { accepted, iterations in
            try VerificationError.check("accepted", found: accepted, expected: iterations)
          }
        )
      }
    )
  }
}

/// Two equal pictures of 800x800, each with pixels of its own.
@MainActor
private func screens() throws -> (Pixels, Pixels) {
  (try LabelScene(labels: 400).backend.pixels, try LabelScene(labels: 400).backend.pixels)
}

/// Not inlined, so that the loop isn't taken out of the one around it.
@inline(never)
private func areEqual(_ first: [UInt32], _ second: [UInt32]) -> Bool {
  // SAFETY: both live to the end of the call, and are as long.
  unsafe first.withUnsafeBytes { first in
    unsafe second.withUnsafeBytes { second in
      guard first.count == second.count, let one = first.baseAddress, let two = second.baseAddress
      else { return false }
      return unsafe memcmp(one, two, first.count) == 0
    }
  }
}

/// Encodes with the one call that does it; returns the number of bytes.
private func encode(_ pixels: Pixels) -> Int {
  var count = 0
  // SAFETY: the pixels and the count live to the end of the call.
  unsafe withUnsafeMutablePointer(to: &count) { count in
    unsafe pixels.argb.withUnsafeBufferPointer { argb in
      let size = (Int32(pixels.width), Int32(pixels.height))
      _ = unsafe cpc_encode_png(argb.baseAddress, size.0, size.1, count) { closure, _, bytes in
        unsafe closure?.assumingMemoryBound(to: Int.self).pointee += bytes
      }
    }
  }
  return count
}
