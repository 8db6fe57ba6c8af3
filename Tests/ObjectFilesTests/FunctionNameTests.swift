import Testing

@testable import ObjectFiles

@Suite struct FunctionNameTests {
  private func name(_ symbol: String) -> String {
    let name = FunctionName(symbol: symbol)
    return (name.isWritten ? "" : "not written: ") + "\(name.module) \(name.text)"
  }

  @Test func `functions, accessors, operators and initializers are named with their labels`() {
    #expect(name("$s4main3addyS2i_SitF") == "main add(_:_:)")
    #expect(name("$s4main1SV1gyyFZ") == "main S.g()")
    #expect(name("$s4main1fyxxlF") == "main f(_:)")
    #expect(name("$s4main1fyySiYaKF") == "main f(_:)")
    #expect(name("$s4main1SV1xSivg") == "main S.x.getter")
    #expect(name("$s4main1SV2eeoiySbAC_ACtFZ") == "main S.==(_:_:)")
    #expect(name("$s4main1CC3valACSi_tcfC") == "main C.init(val:)")
    #expect(name("$s4main1CCfD") == "main C.deinit")
    #expect(name("$s4main1CCfd") == "main C.deinit")
    #expect(
      name("$s4main5ThingC8__helper33_ABCDEF0123456789ABCDEF0123456789LLyyF")
        == "main Thing.__helper()"
    )
  }

  @Test func `what the compiler makes of a function has the function's name`() {
    let parts = [
      "$s4main3fooSiyYaF", "$s4main3fooSiyYaFTQ0_", "$s4main3fooSiyYaFTY1_",
      "$s4main3fooSiyYaFTm",
    ]
    for part in parts { #expect(name(part) == "main foo()", "\(part)") }
    let closures = [
      "$s4main1fyyF", "$s4main1fyyFySiXEfU_", "$s4main1fyyFySiXEfU_TQ0_", "$s4main1fyyFyycfU_TA",
      "$s4main1fyyFTf4nnd_n", "$s4main1fyyFTf4nnd_nTm", "$s4main1fSiyFSi_Tg5",
    ]
    for part in closures { #expect(name(part) == "main f()", "\(part)") }
    #expect(name("$s4main1SV1xSivM") == name("$s4main1SV1xSivM.resume.0"))
    #expect(name("$s4main1SVAA1PA2aDP1gyyFTW") == "main S.g()")
    #expect(name("$s4main1SVAA1PA2aDP1xSivgTW") == "main S.x.getter")
    #expect(name("$s4main3BoxVyxGAA1PA2aEP1gyyFTW") == "main Box.g()")
    #expect(name("$s4main5outeryyF5innerL_yySiF") == "main inner(_:) in outer()")
    #expect(name("$s13NumberParsingyyXEfU_") == "NumberParsing top-level code")
  }

  @Test(arguments: [
    ("m::shop::run::h429856c5955c7514", "m::shop::run"),
    (
      "_$LT$m..shop..Cart$LT$T$GT$$u20$as$u20$m..shop..Price$GT$::price::h9a5b58c62cda4c09",
      "<m::shop::Cart<T> as m::shop::Price>::price"
    ),
    (
      "std::rt::lang_start::_$u7b$$u7b$closure$u7d$$u7d$::h168e94e611939a97",
      "std::rt::lang_start::{{closure}}"
    ),
    (
      "alloc::vec::Vec$LT$$RF$$u5b$u8$u5d$$C$$BP$T$GT$::x::h168e94e611939a97 (.llvm.12)",
      "alloc::vec::Vec<&[u8],*T>::x"
    ),
    // Of C++ and of Rust's newer kind, which the symbolizer has read, and none.
    ("shop::Cart<int>::price(int) const", "shop::Cart<int>::price(int) const"),
    ("m::shop::run::<m::main::{closure#0}>", "m::shop::run::<m::main::{closure#0}>"),
    ("_$LT$..x::h12", "_$LT$..x::h12"),
  ])
  func `functions of Rust have the names that they are written with`(symbol: String, name: String) {
    #expect(FunctionName.shown(symbol: symbol) == name)
  }

  @Test func `closures are told by number and line`() {
    let closure = "$s4main7GalleryV4loadyyYaFyyYacfU0_"
    for part in ["", "TQ1_", "TY0_", "TA", "TATQ0_"] {
      #expect(FunctionName.shown(symbol: closure + part) == "closure 2 in Gallery.load()")
    }
    #expect(
      FunctionName.shown(symbol: closure, begin: ("/a/Gallery.swift", 40))
        == "closure 2 in Gallery.load(), Gallery.swift:40"
    )
    let inner = "closure 1 in closure 2 in Gallery.load()"
    #expect(FunctionName.shown(symbol: closure + "ySiXEfU_") == inner)
    #expect(FunctionName.withoutLine(ofShown: "\(inner), Gallery.swift:40") == inner)
    #expect(FunctionName.withoutLine(ofShown: "f(_:), a.swift:1") == "f(_:), a.swift:1")
    // A function has its name alone, also one that is specialized for a closure.
    #expect(
      FunctionName.shown(symbol: "$s4main7GalleryV4loadyyYaF", begin: ("a.swift", 3))
        == "Gallery.load()"
    )
    for shown in [
      "f(_:)", "closure 1 in f(_:)", "implicit closure 1 in closure 2 in f(_:)", "closure in f(_:)",
    ] {
      #expect(FunctionName.function(ofShown: shown) == "f(_:)")
    }
  }

  @Test func `what the compiler and the toolchain wrote is told from what a person wrote`() {
    let generated = [
      "$s4main1SVWOc", "$sSaySSGMa", "$s4main1SVwca", "$sSa15reserveCapacityyySiFSi_Tg5",
      "$ss17_NativeDictionaryV20_copyOrMoveAndResizeyyFSS_SiTg5", "swift_retain",
      "swift_release'2", "_swift_release_dealloc", "0x0000000000000ac0", "(below main)",
    ]
    for symbol in generated { #expect(!FunctionName(symbol: symbol).isWritten, "\(symbol)") }
    #expect(name("$sSa4mainE3sumSiyF") == "main Array.sum()")
    #expect(name("$sSa4mainSiRszlE3sumSiyF") == "main Array.sum()")
    #expect(name("parse_line") == " parse_line")
    let malloc = FunctionName(symbol: "malloc", object: "libc.so.6", isOfSystem: true)
    #expect(!malloc.isWritten)
    #expect(
      FunctionName(symbol: "pthread_mutex_lock@@GLIBC_2.2.5", object: "libc.so.6", isOfSystem: true)
        .text == "pthread_mutex_lock"
    )
  }

  @Test func `a stem is the name without its labels`() {
    let old = FunctionName(module: "main", text: "Parser.next()", isWritten: true)
    let new = FunctionName(module: "main", text: "Parser.next(strict:)", isWritten: true)
    #expect(old.stem == new.stem)
  }

  @Test func `nonsense is a name like any other`() {
    for symbol in ["", "'", "$s", "$s4main", "'2", "closure #1 in", "$sIegd_TR", "a'b"] {
      _ = FunctionName(symbol: symbol)
      _ = ReadableName(symbol)
    }
    for text in [
      "closure #1 (", "protocol witness for ", "generic specialization <", "(1) ", ")(<",
    ] {
      _ = ReadableName(text)
    }
  }
}
