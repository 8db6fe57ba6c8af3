import Foundation
import ImageComparison
import NativeViews
import NativeViewsCairo
import Testing

@testable import TempuraTesting

@Suite @MainActor
struct `Matrices of screens` {
  let folders: SnapshotFolders
  let matrix = SnapshotMatrix(
    sizes: [CGSize(width: 120, height: 90), CGSize(width: 90, height: 120)],
    locales: ["en", "de"],
    scales: [1, 2],
    appearances: [.light, .dark]
  )

  init() throws { folders = try SnapshotFolders() }

  /// A screen that follows its environment, by the argument and by the current one.
  private func localized(_ environment: SnapshotEnvironment) -> NativeView {
    let isGerman = SnapshotEnvironment.current?.locale == "de"
    let view = screen(isGerman ? "Hallo" : "Hello")
    view.backgroundColor = environment.appearance == .dark ? .black : .white
    return view
  }

  @Test
  func `each combination has a reference of its own, in one process`() throws {
    let recorded = try folders.run(.all).verify(in: matrix, named: "home", localized)
    #expect(recorded.count == 16)
    #expect(recorded.allSatisfy { $0.isRecorded })
    #expect(SnapshotEnvironment.current == nil)
    let names = matrix.environments.flatMap { ["home.\($0).png", "home.\($0).txt"] }
    #expect(folders.names("references") == Set(names))
    #expect(names.contains("home.120x90@2x.de.dark.png"))
    #expect(
      try folders.run().verify(in: matrix, named: "home", localized).allSatisfy { $0.isEqual }
    )
    // Each is what a renderer of its own paints, though they share glyphs and memory.
    for environment in matrix.environments {
      let view = screen(environment.locale == "de" ? "Hallo" : "Hello")
      view.frame.size = environment.size
      view.backgroundColor = environment.appearance == .dark ? .black : .white
      let renderer = try CairoRenderer(displayScale: environment.scale)
      let painted = try folders.pixels("references/home.\(environment).png")
      #expect(try painted == renderer.pixels(of: view), "\(environment)")
    }
  }

  @Test
  func `texts that screens share look as if each had laid them out`() throws {
    let sizes = [60.0, 200, 61, 90, 400].map { CGSize(width: $0, height: 300) }
    let matrix = SnapshotMatrix(sizes: sizes, scales: [1, 1.25], appearances: [.light, .dark])
    let strings = [
      "short", "a text that is longer than some", "שלום עולם", "two\nlines", "", "é𝄞 mixed שלום",
    ]
    let make = { @MainActor (environment: SnapshotEnvironment) -> NativeView in
      let view = NativeView()
      view.backgroundColor = .white
      var top = 0.0
      for (index, string) in strings.enumerated() {
        for alignment in TextBlock.Alignment.allCases {
          let lineBreak = TextBlock.LineBreak.allCases[
            (index + Int(environment.size.width)) % TextBlock.LineBreak.allCases.count
          ]
          for (lineBreak, lines) in [(.byTruncatingTail, 1), (lineBreak, index % 3)] {
            let frame = CGRect(x: 0.5, y: top, width: environment.size.width, height: 11)
            let caption = Caption(string, frame: frame)
            caption.text.alignment = alignment
            caption.text.lineBreak = lineBreak
            caption.text.maximumLines = lines
            caption.text.color = environment.appearance == .dark ? .blue : .red
            view.append(caption)
            top += 5
          }
        }
      }
      return view
    }
    let recorded = try folders.run(.all).verify(in: matrix, named: "texts", make)
    #expect(recorded.allSatisfy { $0.isRecorded })
    for environment in matrix.environments {
      let view = make(environment)
      view.frame.size = environment.size
      let painted = try folders.pixels("references/texts.\(environment).png")
      // Pixels of which a part is in the picture are, with the backdrop in the rest of each.
      #expect(painted.width == Int((environment.size.width * environment.scale).rounded(.up)))
      let renderer = try CairoRenderer(
        displayScale: environment.scale,
        background: environment.appearance == .dark ? .black : .white
      )
      #expect(try painted == renderer.pixels(of: view), "\(environment)")
    }
  }

  @Test
  func `what differs on one screen is told of that one`() throws {
    #expect(
      try folders.run(.all).verify(in: matrix, named: "home", localized).allSatisfy {
        $0.isRecorded
      }
    )
    let results = try folders.run().verify(in: matrix, named: "home") { environment in
      let view = localized(environment)
      if "\(environment)" == "90x120@2x.de.dark" { view.lastChild?.backgroundColor = .blue }
      return view
    }
    let changed = results.filter { !$0.isAccepted }
    #expect(changed.map(\.name) == ["home.90x120@2x.de.dark"])
    #expect(changed.first?.difference?.picture?.differingPixels == 3_600)
  }

  @Test
  func `a screen that is there twice is an error, for both have one name`() throws {
    let size = CGSize(width: 120, height: 90)
    let place = SnapshotLocation()
    let name = "home.120x90@1x.en.light"
    #expect(throws: SnapshotError.usedTwice(name: name, first: place, second: place)) {
      let matrix = SnapshotMatrix(sizes: [size, size])
      _ = try folders.run(.all).verify(in: matrix, named: "home", at: place, localized)
    }
  }

  @Test
  func `the backdrop is that of the appearance`() throws {
    let matrix = SnapshotMatrix(
      sizes: [CGSize(width: 10, height: 10)],
      appearances: [.light, .dark]
    )
    #expect(
      try folders.run(.all).verify(in: matrix, named: "bare") { _ in NativeView() }
        .allSatisfy { $0.isRecorded }
    )
    #expect(try folders.pixels("references/bare.10x10@1x.en.light.png")[5, 5] == 0xffff_ffff)
    #expect(try folders.pixels("references/bare.10x10@1x.en.dark.png")[5, 5] == 0xff00_0000)
  }

  @Test
  func `a condition of the test is waited for frame by frame`() throws {
    let matrix = SnapshotMatrix(sizes: [CGSize(width: 120, height: 90)])
    var asked = 0
    let results = try folders.run(.all).verify(
      in: matrix,
      named: "home",
      isReady: { (_: NativeView) in
        asked += 1
        return asked > 5
      },
      localized
    )
    #expect(results.allSatisfy { $0.isRecorded })
    #expect(asked >= 6)
  }

  @Test
  func `screens that no picture can have are errors`() throws {
    for size in [
      CGSize(width: 0, height: 10), CGSize(width: 40_000, height: 1),
      CGSize(width: CGFloat.nan, height: 1),
    ] {
      let error = #expect(throws: SnapshotError.self) {
        try folders.run(.all).verify(in: SnapshotMatrix(sizes: [size]), named: "home", localized)
      }
      guard case .unusableEnvironment = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
    #expect(throws: SnapshotError.self) {
      try folders.run(.all).verify(NativeView(), named: "none")
    }
  }
}
