import SaybusMessages
import SaybusPhrases

/// A converter of a match to parameters.
struct ParameterMaker {
    let source: UtteranceTokens
    let context: [String: String]
    let automaton: Automaton

    /// Returns the parameters by name: those that were said, then those that the pattern's group sets.
    func parameters(
        of fit: PatternFit, _ conditions: PatternConditions?, _ utterance: inout Utterance
    ) -> [String: Parameter] {
        var parameters: [String: Parameter] = [:]
        for slot in fit.slots {
            let label = automaton.network.labels[Int(slot.label)]
            if !label.isHidden { parameters[label.name] = parameter(slot, label, &utterance) }
        }
        guard let conditions else { return parameters }
        for (name, value) in conditions.fixed where parameters[name] == nil {
            parameters[name] = Parameter(value: value, words: "", type: PhraseTemplate.textType, confidence: 1)
        }
        for (name, condition) in conditions.requires {
            guard let slot = condition.slot, parameters[slot] == nil, let value = context[name] else { continue }
            parameters[slot] = Parameter(value: .text(value), words: "", type: PhraseTemplate.textType, confidence: 1)
        }
        return parameters
    }

    private func parameter(_ slot: FittedSlot, _ label: SlotLabel, _ utterance: inout Utterance) -> Parameter {
        let tokens = utterance.tokens[slot.range]
        var span = (tokens.first?.range.lowerBound ?? 0)..<(tokens.last?.range.upperBound ?? 0)
        // Letters around the value are not among its words.
        if !label.suffix.isEmpty, source[span].lowercased().hasSuffix(label.suffix) {
            span = span.lowerBound..<span.upperBound - label.suffix.count
        }
        if !label.prefix.isEmpty, span.count > label.prefix.count {
            span = span.lowerBound + label.prefix.count..<span.upperBound
        }
        let words = source[span]
        var parameter = Parameter(
            value: .text(words), words: words, type: label.type,
            span: Parameter.Span(start: span.lowerBound, end: span.upperBound))
        switch label.kind {
        case .open where !slot.isOpen:
            guard let list = label.list else { break }
            resolve(slot.values.map { automaton.lists.lists[list][Int($0)] }, &parameter)
        case .open:
            parameter.confidence = 0.5
            if label.isOpenList { parameter.resolution = Parameter.Resolution(.unmatched) }
        case .list(let list):
            resolve(slot.values.map { automaton.lists.lists[list][Int($0)] }, &parameter)
        case let kind:
            let reading = utterance.readings(of: kind, slot.label, at: slot.range.lowerBound).first {
                $0.count == slot.range.count
            }
            if let reading, reading.isMatched {
                parameter.value = reading.value
                (parameter.confidence, parameter.resolution) = (1, Parameter.Resolution(.matched))
            } else {
                (parameter.confidence, parameter.resolution) = (0.5, Parameter.Resolution(.unmatched))
            }
        }
        return parameter
    }

    private func resolve(_ values: [ValueLists.Value], _ parameter: inout Parameter) {
        // Among values that differ in punctuation only, the one that was said exactly as written is preferred.
        let said = parameter.words.lowercased()
        let exact = values.count > 1 ? values.first { "\($0.value)".lowercased() == said } : nil
        let values = exact.map { [$0] } ?? values
        guard let first = values.first else { return }
        var candidates: [Parameter.Resolution.Candidate] = []
        for value in values {
            let candidate = Parameter.Resolution.Candidate(value: value.value, id: value.id)
            if !candidates.contains(candidate) { candidates.append(candidate) }
        }
        parameter.value = first.value
        parameter.confidence = ((1 / Double(candidates.count)) * 10_000).rounded() / 10_000
        parameter.resolution =
            candidates.count > 1
            ? Parameter.Resolution(.ambiguous, id: first.id, candidates: candidates)
            : Parameter.Resolution(.matched, id: first.id)
    }
}
