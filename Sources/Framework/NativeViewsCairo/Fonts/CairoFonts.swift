import CPangoCairo
import NativeViews
import Synchronization

// Why `CairoFonts` and `Idle` are `Sendable`:
// 1. `fonts` is a Fontconfig configuration that nothing changes after `init`; Fontconfig reads one from any thread, and counts references
//    to the machine's fonts in it with atomic operations.
// 2. `idle` and `reported` are in a mutex.
// 3. A `TextContext` is either in `idle` or with the one caller of `withContext` that took it out. So one thread at a time uses it and its
//    font map, which isn't bound to the thread that made it.

/// Fonts for measuring and painting texts: the bundled ones, files that a program adds, and on request the machine's.
///
/// Without the machine's fonts, a text has the same pixels on every machine with the same library versions (``LibraryVersions``). With
/// them, that holds for texts whose characters are all in the bundled fonts; others, such as Chinese, Thai and emoji, use installed fonts.
/// Characters without a font show as boxes, and a diagnosis names them, once per script.
///
/// Source: docs/semantics/ui.md, B2.
@safe
public final class CairoFonts: @unchecked Sendable {
  private let fonts: OpaquePointer
  /// Whether the machine's fonts are included.
  let hasInstalled: Bool
  /// The family of texts that name none; `nil` for the bundled one.
  public let defaultFamily: String?
  private let state = Mutex(State())

  private struct Idle: @unchecked Sendable { let context: TextContext }

  private struct State {
    var idle: [Idle] = []
    /// Names of families and scripts already reported.
    var reported: Set<String> = []
  }

  /// Opens the bundled fonts and font files.
  ///
  /// - Parameters:
  ///   - paths: Font files.
  ///   - includesInstalled: Whether to use the machine's fonts, too, for what the others lack and by family name.
  ///   - defaultFamily: The family of texts that name none; the bundled one if it is `nil` or missing.
  /// - Throws: ``CairoError`` if the libraries are missing, or a file isn't a font.
  public init(
    registering paths: [String] = [],
    includesInstalled: Bool = false,
    defaultFamily: String? = nil
  ) throws(CairoError) {
    try Self.load()
    var loaded = [Bool](repeating: false, count: paths.count)
    let strings = paths.map { Array($0.utf8CString) }
    // SAFETY: the strings outlive the call, which copies them; there is a flag for each.
    let created = unsafe withAddresses(of: strings) { addresses in
      unsafe loaded.withUnsafeMutableBufferPointer { loaded in
        unsafe cpc_fonts_create(
          addresses.baseAddress,
          strings.count,
          includesInstalled,
          loaded.baseAddress
        )
      }
    }
    guard let created = unsafe created else { throw .noBundledFonts }
    unsafe fonts = created
    hasInstalled = includesInstalled
    // SAFETY: the string outlives the call.
    self.defaultFamily = defaultFamily.flatMap { family in
      unsafe family.withCString { unsafe cpc_fonts_contain(created, $0) } ? family : nil
    }
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

  private static let installedFonts = Result { () throws(CairoError) in
    try CairoFonts(includesInstalled: true)
  }

  /// The bundled fonts, and the machine's for what those lack; the default for windows.
  ///
  /// - Throws: ``CairoError`` if the libraries are missing.
  public static func installed() throws(CairoError) -> CairoFonts { try installedFonts.get() }

  private static let desktopFonts = Mutex<[String: CairoFonts]>([:])

  /// The machine's fonts with the desktop's for texts that name no family; the same object for the same family.
  package static func installed(
    defaultFamily: String?
  ) throws(CairoError) -> CairoFonts {
    guard let defaultFamily, defaultFamily != "DejaVu Sans" else { return try installed() }
    if let known = desktopFonts.withLock({ $0[defaultFamily] }) { return known }
    let fonts = try CairoFonts(includesInstalled: true, defaultFamily: defaultFamily)
    return desktopFonts.withLock { known in
      let other = known[defaultFamily]
      known[defaultFamily] = other ?? fonts
      return other ?? fonts
    }
  }

  /// The given fonts, or else the bundled ones.
  static func bundled(unless fonts: CairoFonts?) throws(CairoError) -> CairoFonts {
    if let fonts { return fonts }
    return try bundled()
  }

  /// Opens the libraries, once.
  static func load() throws(CairoError) {
    // SAFETY: the reason is a static string.
    if let reason = unsafe cpangocairo_load() {
      throw .unavailable(reason: unsafe String(cString: reason))
    }
  }

  /// Whether a family exists; texts in a missing one use the bundled font.
  public func contains(family: String) -> Bool {
    // SAFETY: the string outlives the call.
    unsafe family.withCString { unsafe cpc_fonts_contain(fonts, $0) }
  }

  /// Makes a context for layouts, for one thread at a time.
  func makeContext() -> TextContext {
    // SAFETY: made by `init`.
    unsafe TextContext(fonts, defaultFamily: defaultFamily)
  }

  /// Calls a closure with a context for its exclusive use.
  func withContext<Result>(_ body: (TextContext) -> Result) -> Result {
    let idle = state.withLock { $0.idle.popLast() } ?? Idle(context: makeContext())
    defer { state.withLock { $0.idle.append(idle) } }
    return body(idle.context)
  }

  func covers(_ character: Unicode.Scalar) -> Bool {
    // SAFETY: made by `init`.
    unsafe cpc_fonts_cover(fonts, character.value)
  }

  /// Whether a missing name is reported for the first time; marks it as reported.
  func isNews(_ name: String) -> Bool { state.withLock { $0.reported.insert(name).inserted } }

  /// Whether a missing name was reported.
  func isTold(_ name: String) -> Bool { state.withLock { $0.reported.contains(name) } }
}

/// Calls a closure with the addresses of zero-terminated strings.
private func withAddresses<Result>(
  of strings: [[CChar]],
  _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  let starts = strings.indices.map { strings[..<$0].reduce(0) { $0 + $1.count } }
  let characters = strings.flatMap { $0 }
  // SAFETY: each address is that of a string within `characters`, which outlives the call.
  return unsafe characters.withUnsafeBufferPointer { characters in
    let addresses: [UnsafePointer<CChar>?] = unsafe starts.map { start in
      unsafe characters.baseAddress.map { unsafe $0 + start }
    }
    return unsafe addresses.withUnsafeBufferPointer { unsafe body($0) }
  }
}
