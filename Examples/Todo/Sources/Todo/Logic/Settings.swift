import NativeViews

/// How everything is shown.
struct Settings: Codable, Equatable, Sendable {
  var language = Language.english
  var isDark = false

  var texts: Texts { Texts(language: language) }
  var theme: Theme { isDark ? .dark : .light }
}

/// A language that the application speaks.
enum Language: String, Codable, CaseIterable, Sendable {
  case english = "en"
  case german = "de"
}

/// What the screens say.
struct Texts: Equatable, Sendable {
  let language: Language

  private func text(_ english: String, _ german: String) -> String {
    language == .english ? english : german
  }

  var title: String { text("To do", "Aufgaben") }
  var nothing: String { text("Nothing to do", "Nichts zu tun") }
  var add: String { text("Add", "Neu") }
  var newItem: String { text("New item", "Neue Aufgabe") }
  var placeholder: String { text("What is to be done?", "Was ist zu tun?") }
  var save: String { text("Save", "Sichern") }
  var cancel: String { text("Cancel", "Abbrechen") }
  var dark: String { text("Dark", "Dunkel") }
  var light: String { text("Light", "Hell") }
  var item: String { text("Item", "Aufgabe") }
  var done: String { text("Done", "Erledigt") }
  var open: String { text("Open", "Offen") }
  var complete: String { text("Mark as done", "Erledigen") }
  var reopen: String { text("Mark as open", "Wieder öffnen") }
  var delete: String { text("Delete", "Löschen") }
  var clearDone: String { text("Clear done", "Aufräumen") }
  var problem: String { text("Something went wrong", "Es ging etwas schief") }
  var understood: String { text("OK", "Verstanden") }

  func summary(done: Int, of count: Int) -> String {
    text("\(done) of \(count) done", "\(done) von \(count) erledigt")
  }
}

/// The colours of the screens.
struct Theme: Equatable, Sendable {
  let background: Color
  let bar: Color
  let text: Color
  let secondary: Color
  let line: Color
  let tint: Color
  let danger: Color

  static let light = Theme(
    background: .white,
    bar: Color(white: 0.97),
    text: .black,
    secondary: Color(white: 0.45),
    line: Color(white: 0.85),
    tint: Color(hex: 0x0a64c8),
    danger: Color(hex: 0xc0271a)
  )

  static let dark = Theme(
    background: Color(hex: 0x17191d),
    bar: Color(hex: 0x24272d),
    text: Color(white: 0.93),
    secondary: Color(white: 0.62),
    line: Color(hex: 0x3a3e46),
    tint: Color(hex: 0x6cb0ff),
    danger: Color(hex: 0xff7b6e)
  )
}
