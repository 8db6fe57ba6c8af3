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

  @Test func `a cell can't break its line or move the cursor`() {
    var table = TextTable(headers: ["a"])
    table.append(row: ["x\n\u{1B}[2J"])
    #expect(table.rendered() == "     a\n------\nx  [2J\n")
  }

  @Test func `text is escaped for HTML`() {
    #expect(HTMLPage.escape(#"<a href="x">'&amp;"#) == "&lt;a href=&quot;x&quot;&gt;&#39;&amp;amp;")
    #expect(HTMLPage.escape("a\u{0}b\nc") == "a\u{FFFD}b\nc")
    #expect(HTMLPage.escape("état 🙂") == "état 🙂")
  }

  @Test func `a page escapes its titles, headings, cells, captions and paragraphs`() {
    var page = HTMLPage(title: "<t>")
    page.addSection(title: "<s>", html: "<em>kept</em>")
    page.addTable(headers: ["<h>"], rows: [["<c>"]])
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
