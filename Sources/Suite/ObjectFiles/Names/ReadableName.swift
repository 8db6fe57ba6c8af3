/// The module and the function of a demangled symbol.
///
/// Source: the texts are those of `swift_demangle`; swift/docs/ABI/Mangling.rst lists their beginnings.
struct ReadableName {
  /// The module; empty if there is none.
  private(set) var module = ""
  private(set) var text = ""
  /// The closures in which it is, from the innermost: `closure 2`.
  private(set) var closures: [String] = []
  /// Whether the compiler made it, not for a function of a person.
  private(set) var isGenerated = false

  init(_ readable: String) {
    var rest = readable[...]
    if let mark = rest.firstRange(of: " with unmangled suffix ") { rest = rest[..<mark.lowerBound] }
    while true {
      if let shorter = Self.withoutWrapper(rest) {
        rest = shorter
      } else if let (closure, inner) = Self.closure(rest) {
        closures.append(closure)
        rest = inner
      } else {
        break
      }
    }
    if Self.generated.contains(where: { rest.hasPrefix($0) })
      || Self.generatedAnywhere.contains(where: { rest.contains($0) })
    {
      (text, isGenerated) = (String(rest), true)
      return
    }
    if let name = Self.initializedOnce(rest) {
      text = name
    } else if let witness = Self.witness(rest) {
      (module, text) = witness
    } else if let local = Self.local(rest) {
      (module, text) = local
    } else {
      (module, text) = Self.entity(rest)
    }
  }

  // MARK: - What is around a name

  private static let wrappers = [
    "merged ", "partial apply forwarder for ", "partial apply ", "dispatch thunk of ",
    "async function pointer to ", "curry thunk of ", "specialized ", "distributed thunk ",
    "distributed accessor for ", "dynamically replaceable thunk for ", "prespecialized ",
    "variable initialization expression of ", "property wrapper backing initializer of ",
    "property wrapper init from projected value of ", "vtable thunk for ", "override thunk of ",
    "@objc ", "@nonobjc ", "noasync ",
  ]

  /// Wrappers with angle brackets, followed by `of`.
  private static let bracketed = [
    "generic specialization <", "generic not re-abstracted specialization <",
    "generic partial specialization <", "generic not-reabstracted partial specialization <",
    "function signature specialization <", "inlined generic function <",
    "generic pre-specialization <",
  ]

  private static let generated = [
    "outlined ", "type metadata", "value witness", "lazy protocol witness", "reabstraction thunk",
    "protocol conformance", "associated type", "base witness", "default associated", "key path ",
    "metadata ", "nominal type descriptor", "full type metadata", "metaclass",
    "generic type metadata",
    "keypath_", "autodiff", "async let", "demangling cache", "property descriptor",
    "method lookup function", "instantiation function", "noncanonical", "canonical specialized",
    "symbolic ", "reflection metadata", "opaque type", "coroutine continuation prototype",
    "class metadata", "static class", "accessible function", "destroy ", "type-metadata",
  ]

  private static let generatedAnywhere = [
    " value witness for ", "lazy protocol witness table", "metadata accessor for ",
    "witness table accessor", "witness table for ", "key path getter", "key path setter",
    "key path equality", "key path hash",
  ]

  private static func withoutWrapper(_ text: Substring) -> Substring? {
    for wrapper in wrappers where text.hasPrefix(wrapper) {
      return text.dropFirst(wrapper.count)
    }
    for start in bracketed where text.hasPrefix(start) {
      let open = text.index(text.startIndex, offsetBy: start.count - 1)
      let after = Scan.end(ofBracketAt: open, in: text)
      let rest = text[after...]
      if rest.hasPrefix(" of ") { return rest.dropFirst(4) }
      // A specialization for a closure has one bracket too many: `[Closure Propagated : f, Argument Types : []>`.
      return rest.isEmpty ? text.ranges(of: "> of ").last.map { text[$0.upperBound...] } : nil
    }
    // `(1) await resume partial function for f`, `default argument 0 of f`
    for (start, end) in [
      ("(", " await resume partial function for "), ("(", " suspend resume partial function for "),
      ("default argument ", " of "),
    ] where text.hasPrefix(start) {
      let rest = text.dropFirst(start.count)
      let number = rest.prefix { $0.isNumber }
      guard !number.isEmpty else { continue }
      let tail = rest.dropFirst(number.count + (start == "(" ? 1 : 0))
      if tail.hasPrefix(end) { return tail.dropFirst(end.count) }
    }
    return nil
  }

  /// `closure #1 (Int) -> Int in f` is closure 1, and belongs to f.
  private static func closure(_ text: Substring) -> (name: String, context: Substring)? {
    for kind in ["closure", "implicit closure"] where text.hasPrefix("\(kind) #") {
      let number = text.dropFirst(kind.count + 2).prefix { $0.isNumber }
      return Scan.range(of: " in ", in: text).map { ("\(kind) \(number)", text[$0.upperBound...]) }
    }
    return nil
  }

  /// `one-time initialization function for x` has no module.
  private static func initializedOnce(_ text: Substring) -> String? {
    for start in ["one-time initialization function for ", "one-time initialization token for "]
    where text.hasPrefix(start) { return String(text.dropFirst(start.count)) }
    return nil
  }

  /// `protocol witness for A.P.f() -> () in conformance B.S : A.P in B` is S.f().
  private static func witness(_ text: Substring) -> (String, String)? {
    let start = "protocol witness for "
    let middle = " in conformance "
    guard text.hasPrefix(start), let mark = text.firstRange(of: middle) else { return nil }
    let requirement = entity(
      text[text.index(text.startIndex, offsetBy: start.count)..<mark.lowerBound]
    )
    let conformance = text[mark.upperBound...]
    let end = Scan.range(of: " : ", in: conformance)?.lowerBound ?? conformance.endIndex
    var type = conformance[..<end]
    if type.hasPrefix("<"), let space = Scan.range(of: " ", in: type) {
      type = type[space.upperBound...]
    }
    let (typeModule, name) = entity(type)
    // A type of the toolchain may conform to the program's protocol there.
    let place = conformance.ranges(of: " in ").last
    let module = place.map { String(conformance[$0.upperBound...]) } ?? typeModule
    // Without the protocol: the text after its name.
    let signature = requirement.1.firstIndex(of: "(") ?? requirement.1.endIndex
    let path = requirement.1[..<signature]
    let accessors = [".getter", ".setter", ".modify", ".read", ".modify2", ".read2"]
    let accessor = accessors.first { path.hasSuffix($0) } ?? ""
    let member = path.dropLast(accessor.count).split(separator: ".").last ?? path[...]
    return (module, "\(name).\(member)\(accessor)\(requirement.1[signature...])")
  }

  /// `inner #1 (Int) -> () in A.outer() -> ()` is inner(_:) in outer().
  private static func local(_ text: Substring) -> (String, String)? {
    guard let mark = text.firstRange(of: " #"),
      text[..<mark.lowerBound].allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
      let context = Scan.range(of: " in ", in: text)
    else { return nil }
    let number = text[mark.upperBound...].prefix { $0.isNumber }
    guard !number.isEmpty else { return nil }
    let signature = text[number.endIndex..<context.lowerBound].drop { $0 == " " }
    let outer = ReadableName(String(text[context.upperBound...]))
    let (_, name) = entity("_.\(text[..<mark.lowerBound])\(signature)")
    return (outer.module, "\(name) in \(outer.text)")
  }

  // MARK: - A name

  /// Reads `(extension in B):A.S.f<T>(x: T) -> Int` and the other forms of entities.
  private static func entity(_ text: Substring) -> (module: String, text: String) {
    var rest = text
    var module: Substring?
    for word in ["static ", "class ", "override "] where rest.hasPrefix(word) {
      rest = rest.dropFirst(word.count)
    }
    if rest.hasPrefix("(extension in "), let end = rest.firstRange(of: "):") {
      module = rest[rest.index(rest.startIndex, offsetBy: 14)..<end.lowerBound]
      rest = rest[end.upperBound...]
    }
    for word in ["static ", "class "] where rest.hasPrefix(word) {
      rest = rest.dropFirst(word.count)
    }
    var parts = EntityParts(rest)
    // The extended type's own module doesn't tell who wrote the extension.
    let first = parts.components.isEmpty ? "" : parts.components.removeFirst()
    let name = parts.components.joined(separator: ".")
    let text = name.isEmpty ? "top-level code" : name + parts.labels
    return (String(module ?? Substring(first)), text)
  }
}

/// The path of an entity and the labels of its arguments.
private struct EntityParts {
  var components: [String] = []
  private(set) var labels = ""

  init(_ text: Substring) {
    var component = ""
    var index = text.startIndex
    func flush(_ component: inout String) {
      if !component.isEmpty { components.append(component) }
      component = ""
    }
    if let name = Self.operatorName(text) {
      let path = text[..<name.start].split(separator: ".").map(String.init)
      components = path + [name.text]
      labels = Self.labels(of: text[name.arguments...])
      return
    }
    scan: while index < text.endIndex {
      let character = text[index]
      switch character {
      case ".":
        flush(&component)
        index = text.index(after: index)
      case "<":
        // Constraints of an extension, and generic parameters.
        index = Scan.end(ofBracketAt: index, in: text)
      case "(":
        let end = Scan.end(ofBracketAt: index, in: text)
        let content = text[text.index(after: index)..<end].dropLast()
        guard component.isEmpty, let mark = content.firstRange(of: " in ") else {
          labels = Self.labels(of: text[index...])
          break scan
        }
        // `(helper in _3F2A)`: private to a file.
        component = String(content[..<mark.lowerBound])
        index = end
      case " ":
        // ` : Int` of an accessor, ` -> Int`, ` async`.
        break scan
      default:
        component.append(character)
        index = text.index(after: index)
      }
    }
    flush(&component)
    if let last = components.indices.last {
      switch components[last] {
      case "__deallocating_deinit", "__isolated_deallocating_deinit", "__ivar_destroyer":
        components[last] = "deinit"
      case "__allocating_init": components[last] = "init"
      default: break
      }
    }
  }

  /// `static A.S.== infix(A.S, A.S) -> Bool`: an operator's name may have any brackets.
  private static func operatorName(
    _ text: Substring
  ) -> (start: Substring.Index, text: String, arguments: Substring.Index)? {
    for word in [" infix", " prefix", " postfix"] {
      guard let mark = text.firstRange(of: word) else { continue }
      let next = text[mark.upperBound...].first
      guard next == "(" || next == "<" else { continue }
      let symbols = "/=-+!*%<>&|^~?."
      var start = mark.lowerBound
      while start > text.startIndex, symbols.contains(text[text.index(before: start)]) {
        start = text.index(before: start)
      }
      guard start < mark.lowerBound else { continue }
      var arguments = mark.upperBound
      if next == "<" { arguments = Scan.end(ofBracketAt: arguments, in: text) }
      let name = text[start..<mark.lowerBound]
      // One dot belongs to the path.
      return (start, String(name.hasPrefix(".") ? name.dropFirst() : name), arguments)
    }
    return nil
  }

  /// `(x: Int, Int)` as `(x:_:)`.
  private static func labels(of text: Substring) -> String {
    guard text.first == "(" else { return "" }
    let end = Scan.end(ofBracketAt: text.startIndex, in: text)
    let content = text[text.index(after: text.startIndex)..<end].dropLast()
    guard !content.isEmpty else { return "()" }
    let labels = Scan.split(content, at: ",").map { argument -> String in
      let argument = argument.drop { $0 == " " }
      guard let colon = Scan.range(of: ": ", in: argument) else { return "_:" }
      let label = argument[..<colon.lowerBound]
      let isLabel = label.allSatisfy { $0.isLetter || $0.isNumber || $0 == "_" || $0 == "`" }
      return isLabel ? "\(label):" : "_:"
    }
    return "(\(labels.joined()))"
  }
}
