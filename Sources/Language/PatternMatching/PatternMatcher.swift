import SaybusMessages
import SaybusPhrases
import Synchronization

/// A matcher of utterances against the patterns of all apps.
///
/// A pattern matches when it covers the whole utterance and the conditions of its group are met. The `'s` of
/// `@name's` does not belong to the value. An open slot at the end does not take in a phrase that calls off the words
/// before it: "order tea never mind" matches no pattern.
///
/// The confidence of a match depends on shares of the utterance's words:
/// - Literal words only: 1.
/// - Also numbers and slot values: 0.8 + 0.15 × share of literal words.
/// - Also open slots: 0.5 + 0.3 × (share of literal words + 0.8 × share of words in numbers and slot values),
///   less 0.01 for each open slot.
///
/// Words of values of a preferred type count as literal words. When nothing matches, words of politeness and hesitation
/// before and after the command are skipped, as few as possible; then the catalogs' skip words and `please` anywhere.
/// Those before and after it are also skipped where only words that are no value of an open list fill a slot there, and
/// a match without such words remains. Each skipped word costs 0.02, and so does a `please` that is removed from the
/// end of an open slot, or from its beginning in other languages than English, and a determiner before a value of an
/// open list: "order a coffee" is coffee. No match is below 0.5.
///
/// If nothing matches otherwise, words without accents count as those with accents that they may mean, and English
/// contractions as their two words: `what's` as `what is`, and the other way round. So do numbers in words as those in
/// digits that patterns and values have: `channel four` as `channel 4`.
///
/// A matcher never changes, so that recognizers can share it.
public final class PatternMatcher: Sendable {
    /// The most hypotheses for an utterance.
    public static let maximumHypotheses = 10

    /// The patterns that cannot be used, in catalog order.
    public let problems: [PatternProblem]
    /// The number of patterns in use.
    public var patternCount: Int { patterns.count }
    /// The merged revision of the catalogs; nil when there are none.
    public let revision: String?

    private let automaton: Automaton
    private let patterns: [CompiledPattern]
    private let groups: [PatternConditions]
    private let reader: SlotReader
    private let fillers: Fillers
    /// The parser of numbers in words; nil when no pattern or value has a number in digits.
    private let numbers: NumberParser?
    /// Whether the language is English. There, words of politeness at the beginning of an open slot are part of it,
    /// since they stand around a command otherwise ("play please please me"), and two words may be contracted.
    private let isEnglish: Bool
    /// The words that make a command its opposite before the second part of its verb; none for English.
    private let prohibiting: Set<String>
    /// The words that make a command its opposite behind its verb; none for languages that negate before it.
    private let prohibitingBehindVerb: Set<String>
    /// The words that do so behind an object, too.
    private let prohibitingBehindObject: Set<String>
    private let dismissing: DismissingPhrases
    /// The words before a value of an open list that are no part of it: `a`, `the`, `some`.
    private let determiners: Set<String>

    /// Creates a matcher of the patterns of several apps. The order of the catalogs decides ties.
    public init(_ catalogs: [Catalog], language: Language = .inUse) {
        var compiler = PatternCompiler(language: language)
        for catalog in catalogs { compiler.add(catalog) }
        automaton = Automaton(compiler.network, compiler.lists)
        patterns = compiler.patterns
        groups = compiler.groups
        problems = compiler.problems
        reader = SlotReader(language: language)
        fillers = Fillers(reader.language.fillers, skipWords: compiler.skipWords)
        let hasDigits = automaton.network.words.words.contains { $0.utf8.allSatisfy { 0x30...0x39 ~= $0 } }
        numbers = hasDigits ? NumberParser(reader.language.numbers) : nil
        isEnglish = language.isFor("en")
        prohibiting = language.prohibitingBeforeVerbPart
        prohibitingBehindVerb = language.prohibitingBehindVerb
        prohibitingBehindObject = language.prohibitingBehindObject
        dismissing = DismissingPhrases(reader.language)
        determiners = reader.language.determinersOfValues
        revision = Catalog.mergedRevision(of: catalogs)
    }

    /// Returns the hypotheses on a text, best first: at most one for each command, by the pattern that matches best. A
    /// text of more than `Words.maximumCount` words has none.
    /// - Parameters:
    ///   - context: Known facts for the conditions of patterns, such as the user's room.
    ///   - excluded: Commands that are not valid now, and never match.
    ///   - today: The day to which `tomorrow` is relative; nil means the current day.
    public func match(
        _ text: String, context: [String: String] = [:], excluding excluded: Set<CommandName> = [],
        today: CivilDate? = nil
    ) -> [SpeechIntent.Hypothesis] {
        var tokens = Words.tokenize(
            text, limit: Words.maximumCount + 1, orthography: reader.orthography)
        guard 1...Words.maximumCount ~= tokens.count, !patterns.isEmpty else { return [] }
        return automaton.cache.withLock { cache in
            cache.makeRoom()
            let day = today ?? .today
            var found = match(tokens, of: text, context, excluded, day, &cache)
            if found.isEmpty, let respelled = respelled(tokens, &cache) {
                tokens = respelled
                found = match(tokens, of: text, context, excluded, day, &cache)
            }
            if found.isEmpty {
                let forms = WordForms(table: automaton.network.words, isEnglish: isEnglish, numbers: numbers)
                for form in forms.forms(of: tokens) {
                    found = match(form, of: text, context, excluded, day, &cache)
                    found.removeAll { WordForms.hasValue($0, withinWordsOf: tokens, dividedInto: form) }
                    guard found.isEmpty else {
                        tokens = form
                        break
                    }
                }
            }
            // Most texts have no digits, and a look at the language costs more than one at the words.
            guard tokens.contains(where: \.endsWithDigit) else { return found }
            // "50%" is "50 percent" where that fits better, and "21 °C" is "21 degrees" where no value takes the "C".
            for withLetters in [false, true] where !withLetters || Self.confidence(found) < Self.minimumWithoutOpenSlots
            {
                let spoken = reader.language.withSymbols(tokens, of: text, withLetters: withLetters)
                guard let spoken else { continue }
                let other = match(spoken, of: text, context, excluded, day, &cache)
                if Self.confidence(other) > Self.confidence(found) { found = other }
            }
            return found
        }
    }

    /// Returns the words with those in place of their spellings without accents that they may mean; nil for none.
    private func respelled(_ tokens: [Token], _ cache: inout AutomatonCache) -> [Token]? {
        let respelling = cache.respelling ?? Respelling(automaton.network.words, reader.language)
        cache.respelling = respelling
        return respelling.respelled(tokens)
    }

    /// The least confidence of a match without open slots in which no word is skipped.
    private static let minimumWithoutOpenSlots = 0.8

    private static func confidence(_ hypotheses: [SpeechIntent.Hypothesis]) -> Double {
        hypotheses.first?.confidence ?? 0
    }

    private func match(
        _ tokens: [Token], of text: String, _ context: [String: String], _ excluded: Set<CommandName>,
        _ today: CivilDate, _ cache: inout AutomatonCache
    ) -> [SpeechIntent.Hypothesis] {
        var utterance = Utterance(tokens: tokens, automaton, reader: reader, today: today)
        let all = 0..<utterance.words.count
        var fits = fits(&utterance, all, context, excluded, skipped: 0, &cache)
        let best = fits.max { $0.confidence < $1.confidence }
        if let best, best.hasLooseEnd(in: all) {
            // "A latte thanks" is a latte, no unknown drink.
            for core in fillers.cores(utterance.tokens.map(\.key)) {
                let skipped = all.count - core.count
                let listed = self.fits(&utterance, core, context, excluded, skipped: skipped, &cache).filter {
                    !$0.hasOpenSlot
                }
                fits += listed
                if !listed.isEmpty { break }
            }
        }
        if fits.isEmpty {
            let keys = utterance.tokens.map(\.key)
            for core in fillers.cores(keys) {
                fits = self.fits(&utterance, core, context, excluded, skipped: all.count - core.count, &cache)
                if !fits.isEmpty { break }
            }
            let (positions, polite) = fits.isEmpty ? fillers.positions(in: keys) : ([], [])
            if !positions.isEmpty, positions.count < all.count {
                let kept = all.filter { !positions.contains($0) }
                utterance = utterance.without(positions)
                let rest = 0..<utterance.words.count
                for core in [rest] + fillers.cores(utterance.tokens.map(\.key)) {
                    let skipped = all.count - core.count
                    fits = self.fits(&utterance, core, context, excluded, skipped: skipped, &cache)
                    fits.removeAll { $0.hasValue(around: polite, kept) }
                    if !fits.isEmpty { break }
                }
            }
        }
        return hypotheses(fits, text, &utterance, context)
    }

    private func fits(
        _ utterance: inout Utterance, _ range: Range<Int>, _ context: [String: String], _ excluded: Set<CommandName>,
        skipped: Int, _ cache: inout AutomatonCache
    ) -> [PatternFit] {
        guard utterance.steps <= PatternSearch.maximumStepsInAll else { return [] }
        var search = PatternSearch(automaton, count: range.count)
        let ends = search.run(&utterance, range, &cache)
        utterance.steps += search.paths.steps.count
        guard !ends.isEmpty else { return [] }
        var finder = FitFinder(
            patterns: patterns, groups: groups, automaton: automaton, paths: search.paths, range: range,
            context: context, excluded: excluded, determiners: determiners,
            polite: isEnglish ? [] : fillers.afterText)
        var fits = ends.flatMap { end in
            finder.fits(of: cache.accepts[Int(end.state)], end.ways, &utterance, skipped: skipped)
        }
        if !prohibiting.isEmpty { removeOpposed(from: &fits, utterance.tokens, in: range) }
        fits.removeAll { $0.hasOnlySigns(utterance.tokens) }
        for index in fits.indices {
            fits[index].cutFillers(utterance.tokens, fillers.afterText, areBefore: !isEnglish)
        }
        fits.removeAll { $0.isCalledOff(utterance.tokens, in: range, by: dismissing) }
        func endsWithFiller(_ fit: PatternFit) -> Bool { fit.endsWithFiller(utterance.tokens, fillers.afterText) }
        if !fits.allSatisfy(endsWithFiller) { fits.removeAll(where: endsWithFiller) }
        return fits
    }

    /// Removes matches in which an open slot has taken in a word that turns the command into its opposite.
    private func removeOpposed(from fits: inout [PatternFit], _ tokens: [Token], in range: Range<Int>) {
        fits.removeAll { $0.isOpposed(tokens, in: range, by: prohibiting) }
        guard !prohibitingBehindVerb.isEmpty, !fits.isEmpty else { return }
        let keys = tokens[range].lazy.map(\.key)
        let polite = fillers.afterText.first { keys.starts(with: $0) }?.count ?? 0
        // A sentence that begins with another word than a verb prohibits nothing: "wie sagt man ich weiß nicht auf
        // Englisch".
        guard polite < range.count,
            !reader.language.functionWords.contains(tokens[range.lowerBound + polite].key)
        else { return }
        fits.removeAll {
            $0.isOpposed(
                tokens, behindVerbAt: range.lowerBound + polite, by: prohibitingBehindVerb,
                after: fillers.afterText)
                || $0.isOpposedBehindObject(tokens, in: range, by: prohibitingBehindObject)
        }
    }

    /// Returns the matches, best first. Within an app, matches with preferred values come first, and their
    /// confidence is raised to at least that of the others.
    private func ranked(_ fits: [PatternFit], _ tokens: [Token]) -> [PatternFit] {
        guard fits.count > 1 else { return fits }
        func order(_ left: PatternFit, _ right: PatternFit) -> Bool {
            (right.confidence, left.pattern) < (left.confidence, right.pattern)
        }
        guard fits.contains(where: { $0.preferredLength(tokens) > 0 }) else { return fits.sorted(by: order) }
        var ranked: [PatternFit] = []
        for (_, own) in Dictionary(grouping: fits, by: { patterns[$0.pattern].command.app }) {
            let sorted = own.map { (fit: $0, preferred: $0.preferredLength(tokens)) }.sorted {
                $0.preferred == $1.preferred ? order($0.fit, $1.fit) : $0.preferred > $1.preferred
            }
            var least = 0.0
            for var fit in sorted.reversed().map(\.fit) {
                fit.raise(to: least)
                least = fit.confidence
                ranked.append(fit)
            }
        }
        // A stable order: equally confident matches of one app keep their order.
        let places = ranked.indices.sorted { left, right in
            if ranked[left].confidence != ranked[right].confidence {
                return ranked[left].confidence > ranked[right].confidence
            }
            let (one, other) = (patterns[ranked[left].pattern].command.app, patterns[ranked[right].pattern].command.app)
            return one == other ? left > right : ranked[left].pattern < ranked[right].pattern
        }
        return places.map { ranked[$0] }
    }

    private func hypotheses(
        _ fits: [PatternFit], _ text: String, _ utterance: inout Utterance, _ context: [String: String]
    ) -> [SpeechIntent.Hypothesis] {
        guard !fits.isEmpty else { return [] }
        let sorted = ranked(fits, utterance.tokens)
        let maker = ParameterMaker(source: UtteranceTokens(text), context: context, automaton: automaton)
        var hypotheses: [SpeechIntent.Hypothesis] = []
        for fit in sorted where hypotheses.count < Self.maximumHypotheses {
            let pattern = patterns[fit.pattern]
            let command = pattern.command
            guard !hypotheses.contains(where: { $0.type == command.type && $0.app == command.app }) else { continue }
            hypotheses.append(
                SpeechIntent.Hypothesis(
                    app: command.app, type: command.type, confidence: fit.confidence,
                    parameters: maker.parameters(of: fit, pattern.group.map { groups[$0] }, &utterance),
                    matcher: pattern.text))
        }
        return hypotheses
    }
}
