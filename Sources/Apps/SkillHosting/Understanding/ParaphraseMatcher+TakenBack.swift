import SaybusPhrases

/// Words behind a command that take it back.
extension ParaphraseMatcher {
    /// Returns whether the words behind those of a sample call off what it asks for ("never mind"), or correct it by
    /// something that the sample does not explain: "set a timer for five minutes no wait make it ten".
    ///
    /// A single word is no correction here, since it may belong to a remark: "a coffee no sugar". Free words may have
    /// corrections of their own.
    func isTakenBack(_ sentence: Sentence, _ best: Comparison) -> Bool {
        let start = best.taken.max().map { $0 + 1 } ?? 0
        let isFree = best.sample.slots.contains { SlotValueFinder.takesAnything($0.type) }
        guard start < sentence.keys.count, !isFree else { return false }
        if sentence.answer.isCalledOff(from: start) { return true }
        let phrases = Language.inUse.questionWords.corrections.map { Words.tokenize($0).map(\.key) }
        return (start..<sentence.keys.count).contains { position in
            let end = Self.end(ofCorrectionAt: position, in: sentence.keys, phrases)
            guard end - position > 1 else { return false }
            return best.rest.contains { $0 >= end && !WordFamily.carriers.contains(sentence.keys[$0]) }
        }
    }

    /// Returns the end of all phrases that follow each other from a position on.
    private static func end(ofCorrectionAt position: Int, in keys: [String], _ phrases: [[String]]) -> Int {
        var end = position
        while let length = phrases.filter({ keys[end...].starts(with: $0) }).map(\.count).max(), length > 0 {
            end += length
        }
        return end
    }
}
