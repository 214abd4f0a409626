import SaybusMessages
import SaybusPhrases

/// The words about a day that a sentence has beyond the slots of a sample. They must not be lost silently.
extension ParaphraseMatcher {
    /// The type of a slot for a day, which takes no time of day.
    private static let dayType = "AMAZON.DATE"

    /// Returns whether a sentence has a time of day beside a day, for which the sample has no slot: the five of "on
    /// friday at five". A day that is a number with separators of thousands is none.
    func losesTime(of best: Comparison, _ tokens: [Token]) -> Bool {
        let days = Set(best.sample.slots.filter { $0.type == Self.dayType }.map(\.name))
        let free = Set(tokens.indices).subtracting(best.taken)
        return best.found.contains { name, group in
            guard days.contains(name) else { return false }
            if group.words.contains(where: { tokens[$0].isGrouped }) { return true }
            return group.values.contains { day in
                isTime(after: day.range.upperBound, tokens, free) || isTime(before: day.range.lowerBound, tokens, free)
            }
        }
    }

    /// Returns whether a time of day follows a day, perhaps behind function words.
    private func isTime(after day: Int, _ tokens: [Token], _ free: Set<Int>) -> Bool {
        var start = day
        while start < tokens.count {
            if !ends(ofTimesAt: start, tokens, free, isBehindDay: start == day).isEmpty { return true }
            guard isConnection(start, tokens, free) else { return false }
            start += 1
        }
        return false
    }

    /// Returns whether a time of day precedes a day, perhaps before function words.
    private func isTime(before day: Int, _ tokens: [Token], _ free: Set<Int>) -> Bool {
        (max(0, day - TimeParser.maximumWords)..<day).contains { start in
            ends(ofTimesAt: start, tokens, free).contains { end in
                end <= day && (end..<day).allSatisfy { isConnection($0, tokens, free) }
            }
        }
    }

    /// Returns the ends of the times of day that begin at a position, among words that the sample does not explain.
    private func ends(
        ofTimesAt start: Int, _ tokens: [Token], _ free: Set<Int>, isBehindDay: Bool = false
    ) -> [Int] {
        let isConnected = isBehindDay || start > 0 && isConnection(start - 1, tokens, free)
        return times.prefixes(.time, of: tokens[start...].numberKeys[...], today: .today).compactMap { time in
            let end = start + time.count
            // Other times are parts of the day.
            guard time.value.contains(":"), (start..<end).allSatisfy(free.contains) else { return nil }
            guard tokens[start..<end].allSatisfy({ isNumber($0) }) else { return end }
            // "At five", but not "five pizzas".
            let countsNothing = end == tokens.count || functionWords.contains(tokens[end].key)
            return isConnected && countsNothing ? end : nil
        }
    }

    private func isNumber(_ token: Token) -> Bool {
        // "7.30" may be an amount, too.
        numberWords.contains(token.key)
            || token.text.utf8.allSatisfy { 0x30...0x39 ~= $0 || $0 == UInt8(ascii: ".") }
    }

    /// Whether a function word may stand beside a time of day. Those that sound like digits stand before amounts: "for
    /// two".
    private func isConnection(_ position: Int, _ tokens: [Token], _ free: Set<Int>) -> Bool {
        let key = tokens[position].key
        return free.contains(position) && functionWords.contains(key) && !soundAlikes.contains(key)
    }
}
