import Foundation
import ImageComparison
import NativeViews
import NativeViewsCairo
import SeededRandom
import Testing

@testable import TempuraTesting

@Suite @MainActor
struct `References of snapshots` {
  let folders: SnapshotFolders

  init() throws { folders = try SnapshotFolders() }

  @Test
  func `a missing reference is a failure that writes none, but shows the picture`() throws {
    let result = try folders.run().verify(screen(), named: "home")
    #expect(result.isMissing && !result.isAccepted)
    #expect(result.description.contains("there is no reference at \(folders.references)/home"))
    #expect(result.description.contains("TEMPURA_SNAPSHOTS=missing"))
    #expect(folders.names("references").isEmpty)
    #expect(folders.names("results").contains { $0.hasSuffix("home.after.png") })
  }

  @Test
  func `recording what is missing leaves what is there alone`() throws {
    #expect(try folders.run(.missing).verify(screen("Hello"), named: "home").isRecorded)
    let before = try folders.file("references/home.png")
    let result = try folders.run(.missing).verify(screen("Other"), named: "home")
    #expect(result.difference != nil)
    #expect(try folders.file("references/home.png") == before)
    // One of two files is missing: it is written, and the other one compared.
    try FileManager.default.removeItem(atPath: "\(folders.references)/home.txt")
    let partial = try folders.run().verify(screen("Hello"), named: "home")
    #expect(partial.difference?.missing == ["home.txt"])
    #expect(partial.description.contains("there is no home.txt"))
    #expect(try folders.run(.missing).verify(screen("Hello"), named: "home").isEqual)
    #expect(folders.names("references") == ["home.png", "home.txt"])
  }

  @Test
  func `recording all writes what differs, and nothing else`() throws {
    #expect(try folders.run(.all).verify(screen("Hello"), named: "home").isRecorded)
    let before = try folders.file("references/home.png")
    #expect(try folders.run(.all).verify(screen("Hello"), named: "home").isEqual)
    #expect(try folders.file("references/home.png") == before)
    #expect(try folders.run(.all).verify(screen("Other"), named: "home").isRecorded)
    #expect(try folders.file("references/home.png") != before)
    #expect(try folders.run().verify(screen("Other"), named: "home").isEqual)
  }

  @Test
  func `what is recorded stands in an environment variable`() throws {
    #expect(try SnapshotRecording.named(nil) == .none)
    #expect(try SnapshotRecording.named("") == .none)
    #expect(try SnapshotRecording.named("missing") == .missing)
    #expect(try SnapshotRecording.named("all") == .all)
    #expect(try SnapshotRecording.named("prune") == .none)
    let error = SnapshotError.unknownRecording(variable: "TEMPURA_SNAPSHOTS", value: "yes")
    #expect(throws: error) { try SnapshotRecording.named("yes") }
    #expect("\(error)".contains("none, missing, all, prune"))
  }

  @Test
  func `a name that is used twice is an error with both places`() throws {
    let snapshots = folders.run(.all)
    let first = SnapshotLocation(line: 10)
    let second = SnapshotLocation(line: 20)
    #expect(try snapshots.verify(screen(), named: "home", at: first).isRecorded)
    let error = SnapshotError.usedTwice(name: "home", first: first, second: second)
    #expect(throws: error) { try snapshots.verify(screen(), named: "home", at: second) }
    #expect("\(error)".contains("SnapshotReferenceTests.swift:10"))
    #expect("\(error)".contains("SnapshotReferenceTests.swift:20"))
  }

  @Test
  func `the place of a comparison is that of the call`() throws {
    let snapshots = folders.run(.all)
    let matrix = SnapshotMatrix(sizes: [CGSize(width: 9, height: 9)])
    for name in ["home", "home.9x9@1x.en.light"] {
      try snapshots.claim(name, at: SnapshotLocation(line: 1))
    }
    let line = #line + 2
    let calls: [() throws -> Void] = [
      { _ = try snapshots.verify(screen(), named: "home") },
      { _ = try snapshots.verify(in: matrix, named: "home") { _ in NativeView() } },
    ]
    for (index, call) in calls.enumerated() {
      guard case .usedTwice(_, _, let place) = #expect(throws: SnapshotError.self, performing: call)
      else { continue }
      #expect(place.filePath == #filePath && place.fileID == #fileID)
      #expect(place.line == line + index)
    }
  }

  @Test
  func `a test that is repeated uses its name again, for the same view`() throws {
    let snapshots = folders.run(.all)
    let place = SnapshotLocation()
    #expect(try snapshots.verify(screen(), named: "home", at: place).isRecorded)
    #expect(try snapshots.verify(screen(), named: "home", at: place).isEqual)
    let error = SnapshotError.usedTwice(name: "home", first: place, second: place)
    #expect(throws: error) { try snapshots.verify(screen("Other"), named: "home", at: place) }
    #expect("\(error)".contains("is used twice at TempuraTestingTests/"))
    #expect(try folders.run().verify(screen(), named: "home").isEqual)
  }

  @Test
  func `lines of a reference may end as another system ends them`() throws {
    let formats: SnapshotFormats = [.text, .json]
    let run = { (recording: SnapshotRecording, title: String) in
      let snapshots = folders.run(recording)
      snapshots.formats = formats
      return try snapshots.verify(screen(title), named: "home")
    }
    #expect(try run(.all, "two\r\nlines").isRecorded)
    for file in ["references/home.txt", "references/home.json"] {
      let text = try folders.text(file)
      try folders.write(Data(text.replacing("\n", with: "\r\n").utf8), to: file)
    }
    #expect(try run(.all, "two\r\nlines").isEqual)
    #expect(try folders.text("references/home.txt").contains("\r\n"))
    #expect(try run(.none, "two\nlines").difference?.text?.lines.count == 2)
  }

  @Test(arguments: ["", ".hidden", "a/b", "line\nbreak", String(repeating: "x", count: 201)])
  func `names that no file can have are errors`(name: String) {
    #expect(throws: SnapshotError.unusableName(name)) {
      try folders.run(.all).verify(screen(), named: name)
    }
  }

  @Test
  func `a folder that can't be written is named`() throws {
    try folders.write(Data("a file".utf8), to: "file")
    let snapshots = folders.run(.all, folder: "\(folders.root)/file/references")
    let error = #expect(throws: SnapshotError.self) {
      try snapshots.verify(screen(), named: "home")
    }
    guard case .unwritable(let path, let reason) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path == "\(folders.root)/file/references/home.png")
    #expect(reason == "Not a directory")
  }

  @Test
  func `what stands in the place of a reference and is no file is named, and stays`() throws {
    let folder = "\(folders.references)/home.png"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for recording in [SnapshotRecording.none, .all] {
      #expect(throws: SnapshotError.unreadable(path: folder, reason: "it isn't a file")) {
        try folders.run(recording).verify(screen(), named: "home")
      }
    }
    #expect(folders.names("references") == ["home.png"])
    // Nothing is left where a file can't be put in its place.
    let files = SnapshotFiles(folder: folders.references)
    #expect(throws: SnapshotError.unwritable(path: folder, reason: "Is a directory")) {
      try files.write(Data("picture".utf8), to: "home.png")
    }
    #expect(folders.names("references") == ["home.png"])
  }

  @Test
  func `a gallery that can't be written is told beside the difference`() throws {
    try folders.write(Data("a file".utf8), to: "file")
    #expect(try folders.run(.all).verify(screen(), named: "home").isRecorded)
    let result = try folders.run(results: "\(folders.root)/file/results")
      .verify(screen("Other"), named: "home")
    #expect(result.difference?.text != nil)
    #expect(result.description.contains("gallery: \(folders.root)/file/results"))
    #expect(result.description.contains("can't be written"))
  }

  @Test
  func `a damaged reference is named, wherever it is damaged`() throws {
    #expect(try folders.run(.all).verify(screen(), named: "home").isRecorded)
    let whole = try folders.file("references/home.png")
    var damaged = [Data(), Data("no picture".utf8), whole.prefix(200), whole.dropLast(40)]
    // Bytes of the picture's data, which its checksum protects.
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    let start = try #require(whole.range(of: Data("IDAT".utf8))).upperBound
    for _ in 0..<20 {
      var copy = whole
      copy[Int.random(in: start..<whole.count - 16, using: &random)] ^= 1
      damaged.append(copy)
    }
    for data in damaged {
      try folders.write(data, to: "references/home.png")
      let error = #expect(throws: SnapshotError.self, "seed \(seed)") {
        try folders.run().verify(screen(), named: "home")
      }
      guard case .corruptReference(let path, _) = error else {
        Issue.record("\(String(describing: error)), seed \(seed)")
        continue
      }
      #expect(path == "\(folders.references)/home.png")
    }
    try folders.write(whole, to: "references/home.png")
    try folders.write(Data([0xff, 0xfe, 0x80]), to: "references/home.txt")
    #expect(
      throws: SnapshotError.corruptReference(
        path: "\(folders.references)/home.txt",
        reason: "it isn't text"
      )
    ) { try folders.run().verify(screen(), named: "home") }
  }

  @Test
  func `other libraries are told apart from a change`() throws {
    var others = try LibraryVersions.current()
    others.cairo = "1.0.0"
    #expect(try folders.run(.all, libraries: others).verify(screen(), named: "home").isRecorded)
    // Equal pixels are equal, whoever painted them.
    #expect(try folders.run().verify(screen(), named: "home").isEqual)
    // A picture that other libraries have painted in another way, of the same tree.
    var pixels = try folders.pixels("references/home.png")
    pixels[15, 15] ^= 0x0000_0101
    try folders.write(
      PictureStamp.stamp(pixels.png(), pixels: PictureDigest(of: pixels), libraries: others),
      to: "references/home.png"
    )
    let result = try folders.run().verify(screen(), named: "home")
    guard case .otherLibraries(let difference, let libraries) = result.outcome else {
      Issue.record("\(result)")
      return
    }
    #expect(libraries == others && difference.picture?.differingPixels == 1)
    #expect(!result.isAccepted)
    #expect(result.description.contains("made by other libraries (cairo 1.0.0"))
    // The same picture of another tree is a change.
    let moved = screen(square: CGRect(x: 21, y: 40, width: 30, height: 30))
    #expect(try folders.run().verify(moved, named: "home").difference != nil)
    // Recording all gives it the stamp of these libraries.
    #expect(try folders.run(.all).verify(screen(), named: "home").isRecorded)
    let stamp = try #require(PictureStamp.read(folders.file("references/home.png")))
    #expect(try stamp.libraries == LibraryVersions.current())
  }

  @Test
  func `a picture that another program has written is compared by its pixels`() throws {
    #expect(try folders.run(.all).verify(screen(), named: "home").isRecorded)
    let stamped = try folders.file("references/home.png")
    var pixels = try folders.pixels("references/home.png")
    try folders.write(pixels.png(), to: "references/home.png")
    #expect(try folders.run().verify(screen(), named: "home").isEqual)
    pixels[3, 3] = 0xff12_3456
    try folders.write(pixels.png(), to: "references/home.png")
    let result = try folders.run().verify(screen(), named: "home")
    #expect(result.difference?.picture?.differingPixels == 1)
    #expect(result.description.contains("the reference has no stamp"))
    // A stamp that stands on another picture says nothing.
    let old = try #require(PNGText(keyword: "Tempura-Snapshot").find(in: stamped))
    let forged = try PNGText(keyword: "Tempura-Snapshot").insert(old.text, into: pixels.png())
    try folders.write(forged, to: "references/home.png")
    #expect(try folders.run().verify(screen(), named: "home").difference != nil)
  }

  @Test
  func `digests tell contents apart that differ in one bit`() {
    let seed = RandomHistories.seed
    var random = SplitMix64(seed: seed)
    let pixels = Pixels(
      width: 37,
      height: 21,
      argb: (0..<37 * 21).map { _ in UInt32.random(in: 0...UInt32.max, using: &random) }
    )
    var digests: Set<PictureDigest> = [PictureDigest(of: pixels)]
    for index in pixels.argb.indices {
      for bit in [0, 13, 31] {
        var changed = pixels
        changed.argb[index] ^= 1 << UInt32(bit)
        digests.insert(PictureDigest(of: changed))
      }
    }
    #expect(digests.count == 1 + 37 * 21 * 3, "seed \(seed)")
    // Two pixels that change places, near and far.
    for distance in [1, 2, 16, 32, 37, 256, 512, 600] {
      for index in 0..<37 * 21 - distance {
        var changed = pixels
        changed.argb.swapAt(index, index + distance)
        digests.insert(PictureDigest(of: changed))
      }
    }
    let swaps = [1, 2, 16, 32, 37, 256, 512, 600].reduce(0) { $0 + 37 * 21 - $1 }
    #expect(digests.count == 1 + 37 * 21 * 3 + swaps, "seed \(seed)")
    // A lone pixel anywhere in a picture of one colour.
    let plain = Pixels(width: 64, height: 64)
    let lone = plain.argb.indices.map { index in
      var changed = plain
      changed.argb[index] = 0xff00_0000
      return PictureDigest(of: changed)
    }
    #expect(Set(lone + [PictureDigest(of: plain)]).count == 64 * 64 + 1)
    // Sizes are told apart too.
    let clear = [(4, 4), (2, 8), (8, 2), (4, 5)].map {
      PictureDigest(of: Pixels(width: $0.0, height: $0.1))
    }
    #expect(Set(clear).count == 4)
  }
}
