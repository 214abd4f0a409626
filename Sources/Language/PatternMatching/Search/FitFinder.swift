import SaybusMessages
import SaybusPhrases

/// A finder of the patterns whose conditions are met by a path through an utterance.
struct FitFinder {
    /// The most patterns that are checked for each state in which patterns end.
    static let maximumPatterns = 4096

    let patterns: [CompiledPattern]
    let groups: [PatternConditions]
    let search: PatternSearch
    let range: Range<Int>
    let context: [String: String]
    /// The commands that are not valid now.
    let excluded: Set<CommandName>
    /// The words of the utterance, for patterns with keywords.
    let keys: Set<String>

    /// Returns the best match of each pattern that ends in a state.
    func fits(
        of accepted: [Int32], _ ways: [Path], _ utterance: inout Utterance, skipped: Int
    ) -> [PatternFit] {
        let slots = ways.map { way in search.paths.steps(of: way).map { slot($0, &utterance) } }
        var fits: [PatternFit] = []
        let sayable =
            excluded.isEmpty ? accepted : accepted.filter { !excluded.contains(patterns[Int($0)].command) }
        for pattern in sayable.prefix(Self.maximumPatterns) {
            var best: PatternFit?
            for (way, slots) in zip(ways, slots) {
                guard let slots = meeting(patterns[Int(pattern)].group, way, slots) else { continue }
                let fit = PatternFit(pattern: Int(pattern), way: way, slots: slots, skipped: skipped)
                if best.map({ fit.confidence > $0.confidence }) ?? true { best = fit }
                // Without slots to choose between, the first path is the best.
                if way.openSlots == 0, patterns[Int(pattern)].group == nil { break }
            }
            if let best { fits.append(best) }
        }
        return fits
    }

    private func slot(_ step: PathStep, _ utterance: inout Utterance) -> FittedSlot {
        let label = search.network.labels[Int(step.label)]
        let start = range.lowerBound + Int(step.start)
        var slot = FittedSlot(label: label, range: start..<(range.lowerBound + Int(step.end)))
        if case .list(let list) = label.kind {
            let match = utterance.matches(of: label, at: start, search.network.words, search.lists).first {
                $0.list == list && $0.count == slot.range.count
            }
            slot.values = (match?.values ?? []).map { search.lists.lists[list][Int($0)] }
        }
        return slot
    }

    /// Returns the slots with the values that meet a group's conditions; nil when the conditions are not met.
    private func meeting(_ group: Int?, _ way: Path, _ slots: [FittedSlot]) -> [FittedSlot]? {
        // Words that are no value of an open list count only in a pattern with literal words.
        if way.literal == 0, slots.contains(where: { $0.label.isOpenList && $0.label.kind == .open }) { return nil }
        guard let group else { return slots }
        let conditions = groups[group]
        guard conditions.keywords.map({ !$0.isDisjoint(with: keys) }) ?? true else { return nil }
        var slots = slots
        var known = context
        for index in slots.indices where !slots[index].values.isEmpty {
            let values = slots[index].values.filter { $0.context.map(conditions.allows) ?? true }
            guard !values.isEmpty else { return nil }
            // Takes the first value that meets all conditions; else the first possible one, because a later slot
            // may still meet them.
            let first =
                values.firstIndex { value in
                    conditions.areMet(known.merging(value.context ?? [:]) { _, own in own })
                } ?? 0
            slots[index].values = [values[first]] + values[..<first] + values[(first + 1)...]
            known.merge(values[first].context ?? [:]) { _, own in own }
        }
        return conditions.areMet(known) ? slots : nil
    }
}
