import ArgumentParser

/// The option that chooses rows, the same in all commands.
struct RowFilter: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Only rows whose name matches; a match anywhere in the name counts.",
      valueName: "regex"
    )
  )
  var filter: String?
}

/// The rows to run or compare.
struct RowSelection: ParsableArguments {
  @OptionGroup var only: RowFilter

  @Option(help: ArgumentHelp("Leave out rows whose name matches.", valueName: "regex"))
  var skip: String?

  func validate() throws { try RowPattern.validate([("--skip", skip)]) }

  var filter: String? { only.filter }

  /// Matches the chosen rows; `nil` for all.
  var pattern: String? { RowPattern.of(filter, without: skip) }
}
