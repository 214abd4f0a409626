import SaybusPhrases

/// A finder of the patterns whose conditions are met by a path through an utterance.
struct FitFinder {
    /// The most patterns that are checked for each state in which patterns end.
    static let maximumPatterns = 4096

    let patterns: [CompiledPattern]
    let groups: [PatternConditions]
    let automaton: Automaton
    let paths: Paths
    let range: Range<Int>
    let context: [String: String]
    /// The commands that are not valid now.
    let excluded: Set<CommandName>
    /// The words before a value of an open list that are no part of it.
    let determiners: Set<String>
    /// The words and phrases of politeness before these, longest first; none for English.
    let polite: [[String]]
    /// The words of the utterance, for patterns with keywords; nil before the first one.
    private var keys: Set<String>?

    init(
        patterns: [CompiledPattern], groups: [PatternConditions], automaton: Automaton, paths: Paths,
        range: Range<Int>, context: [String: String], excluded: Set<CommandName>, determiners: Set<String>,
        polite: [[String]]
    ) {
        (self.patterns, self.groups, self.automaton, self.paths) = (patterns, groups, automaton, paths)
        (self.range, self.context, self.excluded) = (range, context, excluded)
        (self.determiners, self.polite) = (determiners, polite)
    }

    /// Returns the best match of each pattern that ends in a state.
    mutating func fits(
        of accepted: [Int32], _ ways: [Path], _ utterance: inout Utterance, skipped: Int
    ) -> [PatternFit] {
        let choices = ways.map { choice(of: $0, &utterance) }
        var fits: [PatternFit] = []
        let sayable =
            excluded.isEmpty ? accepted : accepted.filter { !excluded.contains(patterns[Int($0)].command) }
        for pattern in sayable.prefix(Self.maximumPatterns) {
            let group = patterns[Int(pattern)].group
            var best: PatternFit?
            for (way, choice) in zip(ways, choices) {
                guard let slots = meeting(group, choice.way, choice.slots, utterance) else { continue }
                let fit = PatternFit(
                    pattern: Int(pattern), way: choice.way, slots: slots, skipped: skipped + choice.skipped)
                if best.map({ fit.confidence > $0.confidence }) ?? true { best = fit }
                // Without slots to choose between, the first path is the best.
                if way.openSlots == 0, group == nil { break }
            }
            if let best { fits.append(best) }
        }
        return fits
    }

    /// A path with its slots.
    private struct Choice {
        var way: Path
        var slots: [FittedSlot]
        /// The number of words before values that are no part of them.
        var skipped = 0
    }

    /// Returns a path with its slots. The value of an open list does not have a determiner before it: "a coffee" is
    /// coffee, and "bitte einen Kaffee", too, in a pattern with literal words.
    private func choice(of way: Path, _ utterance: inout Utterance) -> Choice {
        var choice = Choice(way: way, slots: fittedSlots(of: way, &utterance))
        guard way.openSlots > 0, way.literal > 0 else { return choice }
        for index in choice.slots.indices {
            let slot = choice.slots[index]
            guard let (values, skipped) = listedValues(of: slot, &utterance) else { continue }
            choice.slots[index].take(values, in: slot.range.dropFirst(skipped))
            choice.way.openSlots -= 1
            choice.way.open -= Int32(slot.range.count)
            choice.way.typed += Int32(slot.range.count - skipped)
            choice.skipped += skipped
        }
        return choice
    }

    /// Returns the values of an open list for which the words behind a determiner may stand, and the number of words
    /// before them; nil when there are none.
    private func listedValues(
        of slot: FittedSlot, _ utterance: inout Utterance
    ) -> (values: [Int32], skipped: Int)? {
        let label = automaton.network.labels[Int(slot.label)]
        guard let list = label.list, slot.range.count > 1, !label.isPartOfWords else { return nil }
        let keys = utterance.tokens[slot.range].map(\.key)
        var skipped = polite.first { keys.starts(with: $0) }?.count ?? 0
        if skipped < keys.count, determiners.contains(keys[skipped]) { skipped += 1 }
        guard skipped > 0, skipped < keys.count else { return nil }
        let matches = utterance.matches(of: slot.label, at: slot.range.lowerBound + skipped)
        let count = keys.count - skipped
        guard let match = matches.first(where: { $0.list == list && $0.count == count }) else { return nil }
        return (match.values, skipped)
    }

    private func fittedSlots(of way: Path, _ utterance: inout Utterance) -> [FittedSlot] {
        var slots: [FittedSlot] = []
        slots.reserveCapacity(paths.count(of: way))
        paths.forEachStepBackwards(of: way) { slots.append(slot($0, &utterance)) }
        slots.reverse()
        return slots
    }

    private func slot(_ step: PathStep, _ utterance: inout Utterance) -> FittedSlot {
        let start = range.lowerBound + Int(step.start)
        var slot = FittedSlot(step.label, automaton, range: start..<(range.lowerBound + Int(step.end)))
        guard let list = list(of: slot) else { return slot }
        let matches = utterance.matches(of: step.label, at: start)
        let match = matches.firstIndex { $0.list == list && $0.count == slot.range.count }
        if let match { slot.values = matches[match].values }
        return slot
    }

    /// Returns the list whose values a slot has; nil for other slots.
    private func list(of slot: FittedSlot) -> Int? {
        let label = automaton.network.labels[Int(slot.label)]
        guard case .list(let list) = label.kind else { return slot.isOpen ? nil : label.list }
        return list
    }

    /// Returns the slots with the values that meet a group's conditions; nil when the conditions are not met.
    private mutating func meeting(
        _ group: Int?, _ way: Path, _ slots: [FittedSlot], _ utterance: Utterance
    ) -> [FittedSlot]? {
        // Words that are no value of an open list count only in a pattern with literal words.
        if way.literal == 0, slots.contains(where: { $0.isOpenList && $0.isOpen }) { return nil }
        guard let group else { return slots }
        let conditions = groups[group]
        if let keywords = conditions.keywords {
            let keys = self.keys ?? utterance.keys(in: range)
            self.keys = keys
            guard !keywords.isDisjoint(with: keys) else { return nil }
        }
        guard conditions.dependOnContext else { return slots }
        var slots = slots
        var known = KnownFacts(context)
        for index in slots.indices where !slots[index].values.isEmpty {
            guard let list = list(of: slots[index]) else { continue }
            let values = slots[index].values
            func facts(_ value: Int32) -> [String: String]? { automaton.lists.lists[list][Int(value)].context }
            let possible = values.filter { facts($0).map(conditions.allows) ?? true }
            guard let first = possible.first else { return nil }
            // Takes the first value that meets all conditions; else the first possible one, because a later slot
            // may still meet them.
            let best =
                possible.count == 1
                ? first : possible.first { conditions.areMet(known.adding(facts($0))) } ?? first
            slots[index].values = [best] + possible.filter { $0 != best }
            known = known.adding(facts(best))
        }
        return conditions.areMet(known) ? slots : nil
    }
}
