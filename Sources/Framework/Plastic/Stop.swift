/// Stops the program with a message.
///
/// Not `precondition`: that one says nothing where the program is optimized. The message is made out of line,
/// so that who checks something costs no more than the check.
@usableFromInline
@inline(never)
func stop(_ message: @autoclosure () -> String) -> Never {
  fatalError(message())
}
