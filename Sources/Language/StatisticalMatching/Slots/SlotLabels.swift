/// The labels of words: outside of all slots, or the first or a further word of a slot (BIO tagging).
struct SlotLabels: Sendable, Equatable {
    static let outside = 0

    /// The names of the slots, sorted.
    let slots: [String]
    private let numbers: [String: Int]

    init(slots: [String]) {
        self.slots = slots
        numbers = Dictionary(uniqueKeysWithValues: slots.enumerated().map { ($1, $0) })
    }

    var count: Int { 1 + 2 * slots.count }

    /// Returns the number of a slot's name.
    func slot(_ name: String) -> Int? { numbers[name] }

    /// Returns the label of a slot's first word.
    static func first(of slot: Int) -> Int { 1 + 2 * slot }
    /// Returns the label of a slot's further words.
    static func further(of slot: Int) -> Int { 2 + 2 * slot }
    /// Returns the slot of a label other than outside.
    static func slot(of label: Int) -> Int { (label - 1) / 2 }
    static func isFurther(_ label: Int) -> Bool { label > 0 && label % 2 == 0 }

    /// Returns whether a label may follow another one: further words of a slot follow words of the same slot only.
    static func allows(_ label: Int, after previous: Int) -> Bool {
        !isFurther(label) || previous == label || previous == label - 1
    }

    /// Returns the labels of a sample's words. A word that a slot covers in part belongs to the slot.
    func labels(of sample: Sample, _ sequence: WordSequence) -> [Int] {
        var labels = [Int](repeating: Self.outside, count: sequence.words.count)
        for slot in sample.slots {
            guard let number = self.slot(slot.name) else { continue }
            var isFirst = true
            for (index, word) in sequence.words.enumerated() where word.scalars.overlaps(slot.range) {
                labels[index] = isFirst ? Self.first(of: number) : Self.further(of: number)
                isFirst = false
            }
        }
        return labels
    }

    /// Returns the slots in a sequence of labels, with their words.
    static func slots(_ labels: [Int]) -> [(slot: Int, words: Range<Int>)] {
        var slots: [(slot: Int, words: Range<Int>)] = []
        for (index, label) in labels.enumerated() where label != outside {
            if isFurther(label), let last = slots.last, last.slot == slot(of: label), last.words.upperBound == index {
                slots[slots.count - 1].words = last.words.lowerBound..<index + 1
            } else {
                slots.append((slot(of: label), index..<index + 1))
            }
        }
        return slots
    }
}
