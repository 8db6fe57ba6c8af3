import BenchmarkResults
import SuiteErrors

extension TimedCommand {
  /// The commands of a command line, with each combination of the parameters' values; the reference comes first.
  ///
  /// - Throws: `SuiteError` if a parameter or the shell is wrong.
  static func all(of command: TimeCommand) throws(SuiteError) -> [TimedCommand] {
    var parameters: [CommandParameter] = []
    if let scan = command.parameters.scan {
      parameters.append(try CommandParameter(scan: scan, step: command.parameters.step))
    }
    for list in command.parameters.lists { parameters.append(try CommandParameter(list: list)) }
    let combinations = try CommandParameter.combinations(of: parameters)
    let names = command.commandName.map(Optional.some)
    let lines = command.commands.enumerated().map { index, line in
      (line: line, name: index < names.count ? names[index] : nil)
    }
    let shell = try command.shell
    var all: [TimedCommand] = []
    if let line = command.reference {
      let only = (line: line, name: command.referenceName)
      all.append(try TimedCommand(command, only, at: 0, with: [], in: shell))
    }
    let first = all.count
    for combination in combinations {
      for (index, line) in lines.enumerated() {
        all.append(
          try TimedCommand(command, line, at: first + index, with: combination, in: shell)
        )
      }
    }
    // The same command twice shows how far apart the same is.
    var taken: Set<String> = []
    for index in all.indices {
      let name = all[index].name
      var count = 1
      while !taken.insert(all[index].name).inserted {
        count += 1
        all[index].name = "\(name) (\(count))"
      }
    }
    return all
  }

  /// Expands one command; its index is its place on the command line, where hooks may be given for each.
  private init(
    _ command: TimeCommand,
    _ given: (line: String, name: String?),
    at index: Int,
    with parameters: [BenchmarkParameter],
    in shell: CommandShell
  ) throws(SuiteError) {
    func hook(_ option: String, _ lines: [String]) throws(SuiteError) -> Hook? {
      guard !lines.isEmpty else { return nil }
      let line = parameters.replaced(in: lines.count == 1 ? lines[0] : lines[index])
      return Hook(option: option, line: line, words: try shell.words(running: line))
    }
    let template = given.name ?? given.line
    self.template = template
    // Parameters that the name doesn't show are added: two rows can't have the same.
    let hidden = parameters.filter { !template.contains("{\($0.key)}") }.map(\.description)
    name =
      parameters.replaced(in: template)
      + (hidden.isEmpty ? "" : " (\(hidden.joined(separator: ", ")))")
    self.parameters = parameters
    line = parameters.replaced(in: given.line)
    words = try shell.words(running: line)
    let hooks = command.hooks
    setup = try hook("--setup", hooks.setup.map { [$0] } ?? [])
    prepare = try hook("--prepare", hooks.prepare)
    conclude = try hook("--conclude", hooks.conclude)
    cleanup = try hook("--cleanup", hooks.cleanup.map { [$0] } ?? [])
    let outputs = command.surroundings.output.map(CommandOutput.init)
    output =
      command.surroundings.showOutput
      ? .shown : outputs.isEmpty ? .discarded : outputs.count == 1 ? outputs[0] : outputs[index]
  }

  /// The floor of all: a shell or a program that does nothing.
  static func idle(in shell: CommandShell, besides commands: [TimedCommand]) -> TimedCommand {
    var (name, words) = shell.idle
    // Unique, even if a command has this name.
    while commands.contains(where: { $0.name == name }) { name += " at all" }
    return TimedCommand(
      name: name,
      template: name,
      parameters: [],
      line: words.last ?? "",
      words: words,
      kind: .floor
    )
  }
}

extension TimeCommand {
  var shell: CommandShell {
    get throws(SuiteError) {
      if surroundings.withoutShell { return try CommandShell("none") }
      return try surroundings.shell.map { (text) throws(SuiteError) in try CommandShell(text) }
        ?? .usual
    }
  }
}
