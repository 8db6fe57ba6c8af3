import ArgumentParser

/// The option that names rows, which is the same for all commands.
struct RowFilter: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only the rows that match; it may match any part of a row's name.",
      valueName: "regex"
    )
  )
  var filter: String?
}

/// Which rows are run, or compared.
struct RowSelection: ParsableArguments {
  @OptionGroup var only: RowFilter

  @Option(help: ArgumentHelp("Leave out the rows that match.", valueName: "regex"))
  var skip: String?

  var filter: String? { only.filter }

  /// Matches the rows that are chosen; `nil` for all.
  var pattern: String? { RowPattern.of(filter, without: skip) }
}
