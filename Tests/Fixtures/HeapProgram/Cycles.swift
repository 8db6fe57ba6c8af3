import Foundation

final class Husband { var wife: Wife? }
final class Wife { var husband: Husband? }

/// Two objects that hold each other.
func plantCycles(count: Int) {
  plant {
    for _ in 0..<count {
      let (husband, wife) = (Husband(), Wife())
      husband.wife = wife
      wife.husband = husband
    }
  }
}

final class Button {
  var onTap: (() -> Void)?
  var taps = 0

  func listen() {
    onTap = { self.taps += 1 }
  }
}

final class Slider {
  var onMove: (() -> Void)?
  var position = 0

  func follow(_ cargo: Cargo) {
    onMove = { self.position += cargo.weight }
  }
}

/// Objects that hold a closure that has captured them, alone and with another one.
func plantClosures(count: Int) {
  plant {
    for _ in 0..<count {
      Button().listen()
      Slider().follow(Cargo())
    }
  }
}

protocol SessionDelegate: AnyObject {}

struct SessionState {
  var isOpen = false
  var delegate: (any SessionDelegate)?
}

final class Session {
  var name = "session"
  var state = SessionState()
}

final class Controller: SessionDelegate {
  let session = Session()
  /// Goes with the cycle, and isn't on it.
  let cargo = Cargo()
}

final class Cargo { var weight = 1 }

/// A delegate that isn't weak, in a structure.
func plantDelegates(count: Int) {
  plant {
    for _ in 0..<count {
      let controller = Controller()
      controller.session.state.delegate = controller
    }
  }
}

protocol Shape {}

final class Circle: Shape { var group: Group? }

final class Group {
  var shapes: [any Shape] = []
  var byName: [String: Circle] = [:]
}

final class Forest { var trees: [Tree] = [] }
final class Tree { var forest: Forest? }
final class Index { var entries: [String: Entry] = [:] }
final class Entry { var index: Index? }

/// Cycles by way of arrays of existentials and of objects, and dictionaries.
func plantElements(count: Int) {
  plant {
    for number in 0..<count {
      let group = Group()
      for _ in 0..<3 { group.shapes.append(Circle()) }
      (group.shapes[2] as? Circle)?.group = group
      let forest = Forest()
      for _ in 0..<4 { forest.trees.append(Tree()) }
      forest.trees[3].forest = forest
      let index = Index()
      index.entries["entry \(number)"] = Entry()
      index.entries["entry \(number)"]?.index = index
    }
  }
}

final class Parent {
  var children: [Child] = []
  var first: FirstChild?
}

final class Child { weak var parent: Parent? }

final class FirstChild {
  unowned let parent: Parent
  init(parent: Parent) { self.parent = parent }
}

nonisolated(unsafe) var keptParents: [Parent] = []
nonisolated(unsafe) var keptChildren: [Child] = []
nonisolated(unsafe) var orphans: [FirstChild] = []

final class Watched { var value = 1 }
final class Watcher {
  unowned let watched: Watched
  init(_ watched: Watched) { self.watched = watched }
}
nonisolated(unsafe) var watchers: [Watcher] = []

/// Weak and unowned references, none of which makes a cycle; and objects that one reference too many was taken of, to which only an unowned
/// one leads.
func plantReferences(count: Int) {
  plant {
    for _ in 0..<count {
      let parent = Parent()
      for _ in 0..<2 {
        let child = Child()
        child.parent = parent
        parent.children.append(child)
      }
      parent.first = FirstChild(parent: parent)
      unsafe keptParents.append(parent)
      // Its parent goes; the memory stays for the reference, with and without a side table.
      unsafe orphans.append(FirstChild(parent: Parent()))
      let gone = Parent()
      let child = Child()
      child.parent = gone
      unsafe keptChildren.append(child)
      unsafe orphans.append(FirstChild(parent: gone))
      let watched = Watched()
      _ = unsafe Unmanaged.passRetained(watched)
      unsafe watchers.append(Watcher(watched))
    }
  }
}
