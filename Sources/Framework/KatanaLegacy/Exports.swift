// So that `import KatanaLegacy` is all that a program of Katana 0.8 or 2.x imports; where both modules
// have a name (`Store`), this module's comes first.
@_exported public import Katana
