/// A way through an utterance up to some word.
struct Path {
    /// The last slot on the way, by its index in ``Paths/steps``; -1 when there is none.
    var last: Int32 = -1
    /// How many slots took any words.
    var openSlots: Int32 = 0
    /// Words that patterns have literally, and words of preferred values.
    var literal: Int32 = 0
    /// Words of values other than open ones.
    var typed: Int32 = 0
    /// Words of open slots.
    var open: Int32 = 0
}

/// A slot on a way, with its words.
struct PathStep {
    /// The slot before, or -1.
    let previous: Int32
    let label: Int32
    let start: Int32
    let end: Int32
    let isOpen: Bool
    /// How many slots there are up to this one.
    let depth: Int32
}

/// The slots of all ways, shared where they begin alike.
struct Paths {
    private(set) var steps: [PathStep] = []

    /// A way with one more slot.
    mutating func extended(_ path: Path, label: Int32, start: Int, end: Int, isOpen: Bool, isPreferred: Bool) -> Path {
        var path = path
        let depth = path.last < 0 ? 0 : steps[Int(path.last)].depth
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

    /// The slots of a way in order.
    func steps(of path: Path) -> [PathStep] {
        var steps: [PathStep] = []
        var index = path.last
        while index >= 0 {
            steps.append(self.steps[Int(index)])
            index = self.steps[Int(index)].previous
        }
        return steps.reversed()
    }

    /// Whether a way is better than another to the same place: fewer open slots, more literal words, fewer words in open
    /// slots; then the first slot that differs decides: a value has as many words as it can, an open slot as few.
    func isBetter(_ one: Path, than other: Path) -> Bool {
        if one.openSlots != other.openSlots { return one.openSlots < other.openSlots }
        if one.literal != other.literal { return one.literal > other.literal }
        if one.open != other.open { return one.open < other.open }
        return precedes(one.last, other.last)
    }

    private func precedes(_ one: Int32, _ other: Int32) -> Bool {
        var (left, right) = (one, other)
        var decision = false
        // From the last slot back; the difference that is found last is the first.
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
                    // What comes before ends later here, and decides, when it is a slot.
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
