import CPangoCairo
import NativeViews
import Synchronization

// Why `CairoFonts` and `Idle` are `Sendable`:
// 1. `fonts` is a Fontconfig configuration that nobody changes after `init`; Fontconfig reads one from any thread.
// 2. `idle` and `reported` are in a mutex.
// 3. A `TextContext` is either in `idle` or with the one caller of `withContext` that took it out, so one thread at a
//    time uses it and its font map, which isn't bound to the thread that made it.

/// Fonts that texts are measured and painted with: the bundled ones, and files that a program adds.
///
/// Fonts of the machine are not among them, so that the same text has the same pixels on every machine with the
/// same versions of the libraries (``LibraryVersions``).
///
/// Source: docs/semantics/ui.md, B2.
@safe
public final class CairoFonts: @unchecked Sendable {
  private let fonts: OpaquePointer
  private let state = Mutex(State())

  private struct Idle: @unchecked Sendable { let context: TextContext }

  private struct State {
    var idle: [Idle] = []
    var reported: Set<String> = []
  }

  /// Opens the bundled fonts and those of files.
  ///
  /// - Throws: ``CairoError`` if the libraries are missing, or a file isn't a font.
  public init(registering paths: [String] = []) throws(CairoError) {
    try Self.load()
    var loaded = [Bool](repeating: false, count: paths.count)
    let strings = paths.map { Array($0.utf8CString) }
    // SAFETY: the strings live to the end of the call, which copies them; there is a flag for each.
    let created = unsafe withAddresses(of: strings) { addresses in
      unsafe loaded.withUnsafeMutableBufferPointer { loaded in
        unsafe cpc_fonts_create(addresses.baseAddress, strings.count, loaded.baseAddress)
      }
    }
    guard let created = unsafe created else { throw .noBundledFonts }
    unsafe fonts = created
    if let index = loaded.firstIndex(of: false) { throw .unusableFont(path: paths[index]) }
  }

  deinit {
    state.withLock { $0.idle = [] }
    // SAFETY: made by `init`; font maps hold the configuration themselves.
    unsafe cpc_fonts_destroy(fonts)
  }

  private static let bundledFonts = Result { () throws(CairoError) in try CairoFonts() }

  /// The bundled fonts alone: DejaVu Sans, regular and bold.
  ///
  /// - Throws: ``CairoError`` if the libraries are missing.
  public static func bundled() throws(CairoError) -> CairoFonts { try bundledFonts.get() }

  /// Fonts that were handed over, or else the bundled ones.
  static func bundled(unless fonts: CairoFonts?) throws(CairoError) -> CairoFonts {
    if let fonts { return fonts }
    return try bundled()
  }

  /// Opens the libraries, where that hasn't happened.
  static func load() throws(CairoError) {
    // SAFETY: the reason is a string that stays.
    if let reason = unsafe cpangocairo_load() {
      throw .unavailable(reason: unsafe String(cString: reason))
    }
  }

  /// Whether there is a family of a name; texts in one that is missing have the bundled font.
  public func contains(family: String) -> Bool {
    // SAFETY: the string lives to the end of the call.
    unsafe family.withCString { unsafe cpc_fonts_contain(fonts, $0) }
  }

  /// Makes what layouts are made of, for one thread at a time.
  func makeContext() -> TextContext {
    // SAFETY: made by `init`.
    unsafe TextContext(fonts)
  }

  /// Calls a closure with a context that nobody else uses meanwhile.
  func withContext<Result>(_ body: (TextContext) -> Result) -> Result {
    let idle = state.withLock { $0.idle.popLast() } ?? Idle(context: makeContext())
    defer { state.withLock { $0.idle.append(idle) } }
    return body(idle.context)
  }

  /// Diagnoses of families of a text that are missing, each once.
  func missingFamilies(of block: TextBlock, subject: @autoclosure () -> String) -> [ViewDiagnosis] {
    let spans = block.text.spans
    guard block.font.family != nil || !spans.isEmpty else { return [] }
    let families = [block.font.family] + spans.map(\.attributes.font?.family)
    return families.compactMap { family in
      guard let family, state.withLock({ $0.reported.insert(family).inserted }),
        !contains(family: family)
      else { return nil }
      return ViewDiagnosis(
        subject: subject(),
        problem: "there is no font family \"\(family)\"; the bundled one is shown",
        remedy: "register its file with CairoFonts(registering:), or name another family"
      )
    }
  }
}

/// Calls a closure with the addresses of zero-terminated strings.
private func withAddresses<Result>(
  of strings: [[CChar]],
  _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let starts = strings.indices.map { strings[..<$0].reduce(0) { $0 + $1.count } }
  let characters = strings.flatMap { $0 }
  // SAFETY: each address is that of a string within `characters`, which lives to the end of the call.
  return unsafe characters.withUnsafeBufferPointer { characters in
    let addresses: [UnsafePointer<CChar>?] = unsafe starts.map { start in
      unsafe characters.baseAddress.map { unsafe $0 + start }
    }
    return unsafe addresses.withUnsafeBufferPointer { unsafe body($0) }
  }
}
