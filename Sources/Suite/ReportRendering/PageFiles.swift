private import CPages

/// A script of pages: a file of CPages.
package enum PageScript: Sendable {
  case page, flameGraph, stackFlames
  case memory
  case samples, sampleFlames, sampleFunctions
  case tasks, taskForest, taskTables
  case timeline, traceFlames

  /// The scripts that a page must have before it.
  var needed: [PageScript] {
    switch self {
    case .page: []
    case .sampleFlames, .memory: [.page, .flameGraph, .stackFlames]
    case .traceFlames: [.page, .flameGraph]
    default: [.page]
    }
  }

  var text: String {
    switch self {
    case .page: PageFiles.text(Page_js)
    case .flameGraph: PageFiles.text(FlameGraph_js)
    case .stackFlames: PageFiles.text(StackFlames_js)
    case .memory: PageFiles.text(Memory_js)
    case .samples: PageFiles.text(Samples_js)
    case .sampleFlames: PageFiles.text(SampleFlames_js)
    case .sampleFunctions: PageFiles.text(SampleFunctions_js)
    case .tasks: PageFiles.text(Tasks_js)
    case .taskForest: PageFiles.text(TaskForest_js)
    case .taskTables: PageFiles.text(TaskTables_js)
    case .timeline: PageFiles.text(Timeline_js)
    case .traceFlames: PageFiles.text(TraceFlames_js)
    }
  }
}

/// The style of pages, and the elements that their scripts fill: also files of CPages.
package enum PageFiles {
  package static let memory = text(Memory_html)
  package static let memoryTypes = text(MemoryTypes_html)
  package static let samples = text(Samples_html)
  package static let sampleFunctions = text(SampleFunctions_html)
  package static let tasks = text(Tasks_html)
  package static let timeline = text(Timeline_html)
  package static let traceFlames = text(TraceFlames_html)

  /// The style of all pages.
  ///
  /// Its attribute selectors match what gnuplot draws in black: text, axes and grid take the colour of the page's text, or they would
  /// vanish on a dark page.
  static let style = text(Page_css)

  /// The elements of a flame graph of samples.
  ///
  /// - Parameters:
  ///   - kind: `running`, `waiting` or `memory`.
  ///   - first: What is at the top when the graph is inverted.
  ///   - meaning: What the width of a frame means.
  /// - Returns: HTML that the script `stackFlames` fills.
  package static func sampleFlames(_ kind: String, first: String, meaning: String) -> String {
    text(SampleFlames_html)
      .replacing("{kind}", with: kind)
      .replacing("{first}", with: first)
      .replacing("{meaning}", with: meaning)
  }

  /// A file without its last line end.
  fileprivate static func text(_ file: PageFile) -> String {
    unsafe String(String(cString: cpages_text(file)).dropLast())
  }
}
