/// One of the two directions in which views are placed.
enum Axis {
  case horizontal
  case vertical
}
