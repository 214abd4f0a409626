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
    /// The words of the utterance, for patterns with keywords; nil before the first one.
    private var keys: Set<String>?

    init(
        patterns: [CompiledPattern], groups: [PatternConditions], automaton: Automaton, paths: Paths,
        range: Range<Int>, context: [String: String], excluded: Set<CommandName>
    ) {
        (self.patterns, self.groups, self.automaton, self.paths) = (patterns, groups, automaton, paths)
        (self.range, self.context, self.excluded) = (range, context, excluded)
    }

    /// Returns the best match of each pattern that ends in a state.
    mutating func fits(
        of accepted: [Int32], _ ways: [Path], _ utterance: inout Utterance, skipped: Int
    ) -> [PatternFit] {
        let slots = ways.map { fittedSlots(of: $0, &utterance) }
        var fits: [PatternFit] = []
        let sayable =
            excluded.isEmpty ? accepted : accepted.filter { !excluded.contains(patterns[Int($0)].command) }
        for pattern in sayable.prefix(Self.maximumPatterns) {
            var best: PatternFit?
            for (way, slots) in zip(ways, slots) {
                guard let slots = meeting(patterns[Int(pattern)].group, way, slots, utterance) else { continue }
                let fit = PatternFit(pattern: Int(pattern), way: way, slots: slots, skipped: skipped)
                if best.map({ fit.confidence > $0.confidence }) ?? true { best = fit }
                // Without slots to choose between, the first path is the best.
                if way.openSlots == 0, patterns[Int(pattern)].group == nil { break }
            }
            if let best { fits.append(best) }
        }
        return fits
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
        guard case .list(let list) = automaton.network.labels[Int(slot.label)].kind else { return nil }
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
