/// A path of the search through the first words of an utterance.
struct Path {
    /// The last slot of the path, as an index in ``Paths/steps``; -1 when there is none.
    var last: Int32 = -1
    /// The number of slots on the path that take any words.
    var openSlots: Int32 = 0
    /// The number of literal words, and of words of preferred values.
    var literal: Int32 = 0
    /// The number of words in other values.
    var typed: Int32 = 0
    /// The number of words in open slots.
    var open: Int32 = 0
}

/// A slot of a path, with its words.
struct PathStep {
    /// The index of the previous slot, or -1.
    let previous: Int32
    let label: Int32
    let start: Int32
    let end: Int32
    let isOpen: Bool
    /// The number of slots up to this one.
    let depth: Int32
}

/// The slots of all paths. Paths with the same beginning share its slots.
struct Paths {
    private(set) var steps: [PathStep] = []

    /// Returns a path with one more slot.
    mutating func extended(_ path: Path, label: Int32, start: Int, end: Int, isOpen: Bool, isPreferred: Bool) -> Path {
        var path = path
        let depth = Int32(count(of: path))
        steps.append(
            PathStep(
                previous: path.last, label: label, start: Int32(start), end: Int32(end), isOpen: isOpen,
                depth: depth + 1))
        path.last = Int32(steps.count - 1)
        let count = Int32(end - start)
        if isOpen {
            path.openSlots += 1
            path.open += count
        } else if isPreferred {
            path.literal += count
        } else {
            path.typed += count
        }
        return path
    }

    /// Returns the number of slots of a path.
    func count(of path: Path) -> Int { path.last < 0 ? 0 : Int(steps[Int(path.last)].depth) }

    /// Calls a function with each slot of a path, from the last one to the first.
    func forEachStepBackwards(of path: Path, _ body: (PathStep) -> Void) {
        var index = path.last
        while index >= 0 {
            body(steps[Int(index)])
            index = steps[Int(index)].previous
        }
    }

    /// Returns whether a path is better than another path to the same place. Fewer open slots are better, then more
    /// literal words, then fewer words in open slots. Then the first slot that differs decides: a value with more words
    /// is better, an open slot with fewer.
    func isBetter(_ one: Path, than other: Path) -> Bool {
        if one.openSlots != other.openSlots { return one.openSlots < other.openSlots }
        if one.literal != other.literal { return one.literal > other.literal }
        if one.open != other.open { return one.open < other.open }
        return precedes(one.last, other.last)
    }

    private func precedes(_ one: Int32, _ other: Int32) -> Bool {
        var (left, right) = (one, other)
        var decision = false
        // The slots are compared from the last one back, so the difference found last is the first in the utterance.
        while left != right, left >= 0, right >= 0 {
            let (a, b) = (steps[Int(left)], steps[Int(right)])
            if a.depth > b.depth {
                left = a.previous
            } else if b.depth > a.depth {
                right = b.previous
            } else {
                if a.isOpen != b.isOpen {
                    decision = b.isOpen
                } else if a.start != b.start {
                    // The previous slot of this path ends later, and decides.
                    decision = a.start < b.start
                }
                if a.end - a.start != b.end - b.start, a.isOpen == b.isOpen {
                    decision = (a.end - a.start < b.end - b.start) == a.isOpen
                }
                left = a.previous
                right = b.previous
            }
        }
        return decision
    }
}
