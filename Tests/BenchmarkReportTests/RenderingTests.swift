import Foundation
import ReportRendering
import Testing

struct RenderingTests {
  @Test(
    arguments: zip(
      [
        0, 0.314, 1, 12.35, 99.96, 999.4, 999.6, 12_345, 999_500, 1e6, 2.5e9, 86_400e9, -1500, .nan,
      ],
      [
        "0.00 ns", "0.31 ns", "1.00 ns", "12.4 ns", "100 ns", "999 ns", "1.00 us", "12.3 us",
        "1.00 ms", "1.00 ms", "2.50 s", "86400 s", "-1.50 us", "-",
      ]
    )
  )
  func `a duration has three digits and its unit`(nanoseconds: Double, text: String) {
    #expect(DurationFormat.string(nanoseconds: nanoseconds) == text)
  }

  @Test func `a number keeps the zeros after its point`() {
    #expect(NumberFormat.string(2, decimals: 2) == "2.00")
    #expect(NumberFormat.string(0.056, decimals: 2) == "0.06")
    #expect(NumberFormat.string(-0.001, decimals: 2) == "0.00")
    #expect(NumberFormat.string(-12.5, decimals: 0) == "-13")
    #expect(NumberFormat.string(1e300, decimals: 1) == "1e+300")
    #expect(NumberFormat.string(.infinity, decimals: 1) == "-")
  }

  @Test func `columns are as wide as their widest cell, and nothing trails`() {
    var table = TextTable(headers: ["name", "n", "x"], alignments: [.left, .right, .left])
    table.append(row: ["a", "12345", "1"])
    table.append(row: ["longer", "1"])
    #expect(
      table.rendered() == """
        name        n  x
        ------  -----  -
        a       12345  1
        longer      1

        """
    )
  }

  @Test func `columns are aligned also where characters take two columns, or none`() {
    var table = TextTable(headers: ["name", "n"], alignments: [.left])
    for (row, name) in ["größe", "注文を読む", "e\u{301}🗡️👩‍👧", "한국", "עברית"].enumerated() {
      table.append(row: [name, "\(row)"])
    }
    #expect(
      table.rendered() == """
        name        n
        ----------  -
        größe       0
        注文を読む  1
        e\u{301}🗡️👩‍👧       2
        한국        3
        עברית       4

        """
    )
    table.append(row: [String(repeating: "注文", count: 10), "5"])
    #expect(table.rendered(width: 22).contains("\n注文注文…注文注文    5\n"))
    #expect(WrappedText.lines("注文を 読む xy", width: 8) == ["注文を", "読む xy"])
    #expect(WrappedText.lines("注文注文注文", width: 9) == ["注文注文", "注文"])
  }

  @Test func `a cell can't break its line or move the cursor`() {
    var table = TextTable(headers: ["a"])
    table.append(row: ["x\n\u{1B}[2J"])
    #expect(table.rendered() == "     a\n------\nx  [2J\n")
  }

  @Test func `a cell of thousands of characters doesn't put the others out of sight`() {
    var table = TextTable(headers: ["row", "time"], alignments: [.left])
    table.append(row: ["begin" + String(repeating: "x", count: 4000) + "end", "1 ns"])
    table.append(row: ["short", "2 ns"])
    let lines = table.rendered().split(separator: "\n")
    #expect((lines[..<2] + lines[3...]).allSatisfy { $0.count <= 170 })
    // It is whole itself: where nobody has said how wide a line may be, somebody may search for it.
    #expect(lines[2].hasPrefix("beginx") && lines[2].hasSuffix("xend  1 ns"))
    #expect(table.renderedMarkdown().contains(String(repeating: "x", count: 4000)))
    #expect(table.rendered(width: 80).split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test func `on a narrow terminal names lose a part within, and figures nothing`() {
    var table = TextTable(headers: ["name", "n"], alignments: [.left])
    table.append(row: ["Store.dispatch(update:completion:)", "12345"])
    #expect(
      table.rendered(width: 30) == """
        name                         n
        -----------------------  -----
        Store.dispa…ompletion:)  12345

        """
    )
    #expect(table.rendered(width: 41) == table.rendered())
    // What is different stays so, where that is near one of both ends.
    var others = TextTable(headers: ["name"], alignments: [.left])
    for name in ["one", "two"] {
      others.append(row: ["contended-dispatch-\(name)/producers=1/observer-ns=5000"])
    }
    #expect(others.rendered(width: 32).contains("contended-dispatch-two/…-ns=5000\n"))
    // No terminal is as narrow.
    #expect(table.rendered(width: 1).contains("12345\n"))
  }

  @Test func `on a narrow terminal sentences go on below`() {
    var table = TextTable(headers: ["task", "why"], alignments: [.left, .sentence])
    table.append(row: ["1", "it waited for the store's actor, which another task held for 20 ms"])
    table.append(row: ["2", "it ran"])
    #expect(
      table.rendered(width: 40) == """
        task  why
        ----  ----------------------------------
        1     it waited for the store's actor,
              which another task held for 20 ms
        2     it ran

        """
    )
    #expect(table.rendered().split(separator: "\n").count == 4)
  }

  @Test func `columns that have no room follow below, beside the names`() {
    var table = TextTable(headers: ["name", "one", "two", "three"], alignments: [.left])
    table.append(row: ["a", "100000000001", "100000000002", "100000000003"])
    #expect(!table.fits(within: 45) && table.fits(within: 46))
    #expect(
      table.rendered(width: 32) == """
        name           one           two
        ----  ------------  ------------
        a     100000000001  100000000002

        name         three
        ----  ------------
        a     100000000003

        """
    )
  }

  @Test(arguments: [40, 55, 80, 120, 200])
  func `a table is as wide as the terminal at most, and has all figures`(width: Int) {
    var table = TextTable(
      headers: ["kind", "name", "count", "total", "curve", "mean", "why"],
      alignments: [.left, .left, .right, .right, .fixed, .right, .sentence]
    )
    for row in 0..<5 {
      table.append(row: [
        "kind", String(repeating: "name/", count: 3 * row), "\(row)0001", "\(row)0002 ns",
        String(repeating: "-", count: 20), "\(row)0003",
        String(repeating: "word ", count: 9 * row),
      ])
    }
    let text = table.rendered(width: width)
    #expect(text.split(separator: "\n").allSatisfy { $0.count <= width }, "\(text)")
    for row in 0..<5 {
      for figure in 1...3 { #expect(text.contains("\(row)000\(figure)")) }
    }
    #expect(text.components(separatedBy: "word").count == 1 + 9 * (1 + 2 + 3 + 4))
    #expect(text.components(separatedBy: String(repeating: "-", count: 20)).count > 5)
  }

  @Test func `text is broken between words, and its indentation stays`() {
    #expect(WrappedText.lines("  one two three", width: 9) == ["  one two", "  three"])
    let broken = ["one", "", "abcdefgh", "ijkl mn"]
    #expect(WrappedText.lines("one\n\nabcdefghijkl mn", width: 8) == broken)
    #expect(WrappedText.lines("one two three", width: nil) == ["one two three"])
    #expect(WrappedText.lines("", width: 80) == [""])
  }

  @Test(
    arguments: zip(
      ["=1+2", "+x", "-x,y", "@SUM(A1)", "\t=1", "\r\n=1", "-1.5", "+3e5", "a=b", "", "say \"x\""],
      [
        "'=1+2", "'+x", "\"'-x,y\"", "'@SUM(A1)", "'\t=1", "\"'\r\n=1\"", "-1.5", "+3e5", "a=b", "",
        "\"say \"\"x\"\"\"",
      ]
    )
  )
  func `no field of a table is a formula to a spreadsheet`(field: String, quoted: String) {
    #expect(CSVField.quoted(field) == quoted)
    var row: [UInt8] = Array("a,".utf8)
    CSVField.append(field, to: &row)
    #expect(String(decoding: row, as: UTF8.self) == "a," + quoted)
  }

  @Test func `nothing is markup in Markdown, and what people paste keeps its quotes`() {
    let escaped = TextTable.markdownEscaped("it doesn't <b>, a_b & \"c\"")
    #expect(escaped == "it doesn't &lt;b&gt;, a\\_b &amp; \"c\"")
  }

  @Test func `a name after an at sign calls nobody in Markdown`() {
    #expect(TextTable.markdownEscaped("@octocat") == "@\u{200B}octocat")
    #expect(!TextTable.markdownEscaped("see @octocat and a@b").contains("@o"))
  }

  @Test func `a long page has contents before its sections, and after what stands first`() throws {
    var page = HTMLPage(title: "t")
    page.addParagraph("verdict")
    for title in ["one", "two", "<three>", "four"] { page.addSection(title: title) }
    var content = HTMLPage(title: "")
    content.addParagraph("folded")
    page.addDetails(summary: "<rows>", content: content)
    let html = page.rendered()
    let places = try [
      "verdict", "<nav", "#section-3\">&lt;three&gt;</a>", "id=\"section-1\"", "folded",
    ]
    .map { text in try #require(html.firstRange(of: text)?.lowerBound, "\(text)") }
    #expect(places == places.sorted())
    #expect(html.contains("<details><summary>&lt;rows&gt;</summary>\n<p>folded</p>\n</details>"))
    var short = HTMLPage(title: "t")
    short.addSection(title: "one")
    #expect(!short.rendered().contains("<nav"))
  }

  @Test func `names in a table of a page are broken between their parts, and numbers are not`() {
    var table = TextTable(headers: ["row", "a/s"], alignments: [.left, .right])
    table.append(row: ["parse/size=10", "1/2"])
    let html = HTMLPage.html(of: table)
    #expect(html.contains("<td>parse/<wbr>size=10</td><td class=\"number\">1/2</td>"), "\(html)")
  }

  @Test func `text is escaped for HTML`() {
    #expect(HTMLPage.escape(#"<a href="x">'&amp;"#) == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;")
    #expect(HTMLPage.escape("a\u{0}b\nc") == "a\u{FFFD}b\nc")
    #expect(HTMLPage.escape("état 🙂") == "état 🙂")
  }

  @Test func `a page escapes its titles, headings, cells, captions and paragraphs`() {
    var page = HTMLPage(title: "<t>")
    page.addSection(title: "<s>", html: "<em>kept</em>")
    var table = TextTable(headers: ["<h>"], alignments: [.left])
    table.append(row: ["<c>"])
    page.addTable(table)
    page.addFigure(svg: "<svg></svg>", caption: "<f>")
    page.addParagraph("<p1>")
    let html = page.rendered()
    for raw in ["<t>", "<s>", "<h>", "<c>", "<f>", "<p1>"] { #expect(!html.contains(raw)) }
    for kept in ["<em>kept</em>", "<svg></svg>", "&lt;c&gt;"] { #expect(html.contains(kept)) }
  }

  @Test func `a page loads nothing and follows the reader's colours`() {
    let html = HTMLPage(title: "t").rendered()
    for loading in ["http:", "https:", "src=", "@import", "url("] {
      #expect(!html.contains(loading))
    }
    #expect(html.contains("prefers-color-scheme: dark"))
  }
}
