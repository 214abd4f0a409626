/// A search for the likeliest sentences of a graph, by what a model expects after each beginning.
///
/// The beginnings are extended by one token at a time, and the likeliest are kept (beam search). The probability of a
/// token is the model's among all tokens of text, so that those of a sentence that was not said are small. Pauses such
/// as commas are left out: what the model expects of them is spread over the other tokens. A sentence ends with or
/// without a full stop.
///
/// Whoever owns it asks for ``next``, hands the model's scores for it to ``extend(by:until:)``, and reads ``found``
/// when there is none.
struct SentenceSearch {
    /// The most beginnings of one length.
    private static let width = 6
    /// The rank by which a beginning may be below the best of its length, and below the best sentence.
    private static let (beam, sentenceBeam) = (7.0, 10.0)
    /// The rank below which a sentence or its beginning is given up: nobody said it.
    private static let minimumRank = -9.0
    /// The most tokens of a sentence.
    private static let maximumTokens = 80
    /// The most sentences that are kept.
    private static let maximumSentences = 5
    /// The most tokens that are tried for any word.
    private static let maximumOpenTokens = 12
    /// The arcs between two looks at the clock.
    private static let arcsPerLook = 512

    /// A place in the graph, with the words that lead to it.
    private struct Position {
        enum Place {
            /// Between words.
            case state(Int)
            /// In a word, before a byte of a spelling.
            case inside(WordSpellings.Spelling, byte: Int, to: Int)
            /// Within an open word, with the bytes that were written of it.
            case open([UInt8], to: Int)
        }
        var place: Place
        var words: [String] = []
        var openWords = 0
        var listedTokens = 0
    }

    /// A place between words, with the words that lead to it.
    private struct Boundary: Hashable {
        let state: Int
        let words: [String]
        /// Whether a digit was written last, after which other tokens may follow.
        let followsDigit: Bool
    }

    private struct Beginning {
        var tokens: [Int32] = []
        var score = 0.0
        var positions: [Position] = []

        var rank: Double { SentenceHypothesis.rank(score, positions.map(\.listedTokens).max() ?? 0) }
    }

    private let graph: SentenceGraph
    private let spellings: WordSpellings
    private let end: Int32
    private var table: TokenTable { spellings.table }
    /// The beginnings of one length that are still to be extended, the likeliest last.
    private var waiting: [Beginning]
    /// The likeliest extensions of those that were extended.
    private var extended: [Beginning] = []
    /// The rank below which extensions are not looked at.
    private var limit = SentenceSearch.minimumRank
    /// The number of tokens of each beginning that is extended.
    private var length = 0
    /// The best rank with which each place between words was reached.
    private var reached: [Boundary: Double] = [:]
    /// The best sentences, the best first.
    private(set) var found: [SentenceHypothesis] = []
    /// Whether the time was over before all likely beginnings were extended.
    private(set) var isCutShort = false

    /// Creates a search.
    /// - Parameter end: The token after the last word.
    init(_ graph: SentenceGraph, _ spellings: WordSpellings, end: Int32) {
        (self.graph, self.spellings, self.end) = (graph, spellings, end)
        waiting = graph.arcs.isEmpty ? [] : [Beginning(positions: [Position(place: .state(0))])]
    }

    /// The tokens of the beginning that is to be extended next; nil when the search is over.
    var next: [Int32]? { waiting.last?.tokens }

    /// Extends the beginning ``next``.
    /// - Parameters:
    ///   - logits: What the model expects after it: a number for each token up to the end token.
    ///   - isOver: Whether the search is to end, asked from time to time.
    mutating func extend(by logits: UnsafeBufferPointer<Float>, until isOver: () -> Bool = { false }) {
        guard let beginning = waiting.popLast() else { return }
        var step = Step(scores: TokenScores(logits, pauses: table.pauses), beginning: beginning)
        step.followsDigit = endsInDigit(beginning)
        for position in beginning.positions {
            switch position.place {
            case .inside(let spelling, let byte, let to): add(position, spelling, byte, to, &step)
            case .state(let state): addWords(after: position, in: state, &step, isOver)
            case .open(let written, let to):
                for token in openTokens(&step) where Self.continuesWord(table[token]) {
                    add(position, .open(written + table[token], to: to), token, isListed: false, &step)
                }
                guard let word = Self.word(written) else { continue }
                var whole = position
                whole.words.append(word)
                whole.openWords += 1
                addWords(after: whole, in: to, &step, isOver)
            }
        }
        for (token, positions) in step.extensions {
            extended.append(
                Beginning(
                    tokens: beginning.tokens + [token], score: beginning.score + step.scores[token],
                    positions: positions))
        }
        if isOver() {
            (isCutShort, waiting) = (true, [])
        } else if waiting.isEmpty {
            beginNextLength()
        }
    }

    /// The extension of one beginning.
    private struct Step {
        let scores: TokenScores
        let beginning: Beginning
        /// Whether a digit was written last.
        var followsDigit = false
        /// The likeliest tokens of words, once they are asked for.
        var open: [Int32]?
        /// The positions after each token.
        var extensions: [Int32: [Position]] = [:]

        init(scores: TokenScores, beginning: Beginning) { (self.scores, self.beginning) = (scores, beginning) }
    }

    /// Adds the words, and the end, that may follow a position between words.
    private mutating func addWords(
        after position: Position, in state: Int, _ step: inout Step, _ isOver: () -> Bool
    ) {
        if graph.finals.contains(state), !position.words.isEmpty {
            finish(position, step.beginning.tokens, step.beginning.score + step.scores.logSum(of: [end] + table.stops))
        }
        for (count, arc) in graph.arcs[state].enumerated() {
            if count % Self.arcsPerLook == Self.arcsPerLook - 1, isOver() { return }
            if arc.word == graph.anyWord {
                for token in openTokens(&step) where Self.beginsWord(table[token]) {
                    add(position, .open(table[token], to: arc.to), token, isListed: false, &step)
                }
                continue
            }
            let word = graph.words[arc.word]
            for spelling in spellings.spellings(of: word, number: graph.numbers[word])
            where !spelling.followsDigit || step.followsDigit {
                add(position, spelling, 0, arc.to, &step)
            }
        }
    }

    /// Adds the positions after each token with which a spelling goes on.
    private mutating func add(
        _ position: Position, _ spelling: WordSpellings.Spelling, _ byte: Int, _ to: Int, _ step: inout Step
    ) {
        for (token, end) in spelling.tokens(at: byte, of: table) {
            let isWhole = end == spelling.bytes.count
            let place = isWhole ? Position.Place.state(to) : .inside(spelling, byte: end, to: to)
            add(position, place, token, words: isWhole ? spelling.words : [], isListed: true, &step)
        }
    }

    /// Adds the position after a token, unless that is too unlikely.
    private mutating func add(
        _ position: Position, _ place: Position.Place, _ token: Int32, words: [String] = [], isListed: Bool,
        _ step: inout Step
    ) {
        let listed = position.listedTokens + (isListed ? 1 : 0)
        let rank = SentenceHypothesis.rank(step.beginning.score + step.scores[token], listed)
        guard rank > limit else { return }
        limit = max(limit, rank - Self.beam)
        var next = position
        next.place = place
        next.words += words
        next.listedTokens = listed
        step.extensions[token, default: []].append(next)
    }

    /// Keeps the likeliest extensions.
    private mutating func beginNextLength() {
        length += 1
        let sorted = extended.sorted {
            $0.rank != $1.rank ? $0.rank > $1.rank : $0.tokens.lexicographicallyPrecedes($1.tokens)
        }
        extended = []
        for beginning in sorted where length < Self.maximumTokens && waiting.count < Self.width {
            guard beginning.rank > limit else { break }
            var kept = beginning
            let followsDigit = endsInDigit(beginning)
            kept.positions = beginning.positions.filter { isBest($0, beginning.score, followsDigit) }
            if !kept.positions.isEmpty { waiting.append(kept) }
        }
        waiting.reverse()
        limit = max(Self.minimumRank, (found.first?.rank ?? -.infinity) - Self.sentenceBeam)
    }

    /// Returns whether a position is to be followed: the same words, written in another way, may have led to the same
    /// place with a better rank.
    private mutating func isBest(_ position: Position, _ score: Double, _ followsDigit: Bool) -> Bool {
        guard case .state(let state) = position.place else { return true }
        let boundary = Boundary(state: state, words: position.words, followsDigit: followsDigit)
        let rank = SentenceHypothesis.rank(score, position.listedTokens)
        if let other = reached[boundary], other >= rank { return false }
        reached[boundary] = rank
        return true
    }

    private func endsInDigit(_ beginning: Beginning) -> Bool {
        beginning.tokens.last.flatMap { table[$0].last }.map(Self.isDigit) ?? false
    }

    private mutating func finish(_ position: Position, _ tokens: [Int32], _ score: Double) {
        let sentence = SentenceHypothesis(
            words: position.words, openWords: position.openWords, score: score, listedTokens: position.listedTokens,
            tokenCount: length + 1, tokens: tokens)
        guard sentence.rank > Self.minimumRank else { return }
        if let same = found.firstIndex(where: { $0.words == sentence.words }) {
            guard found[same].rank < sentence.rank else { return }
            found.remove(at: same)
        }
        found.insert(sentence, at: found.firstIndex { $0.rank < sentence.rank } ?? found.count)
        if found.count > Self.maximumSentences { found.removeLast() }
    }

    /// Returns the likeliest tokens that are parts of words.
    private func openTokens(_ step: inout Step) -> [Int32] {
        if let known = step.open { return known }
        let open = step.scores.likeliest(Self.maximumOpenTokens, of: table.count) {
            Self.beginsWord(table[$0]) || Self.continuesWord(table[$0])
        }
        step.open = open
        return open
    }

    private static func beginsWord(_ text: [UInt8]) -> Bool {
        text.first == UInt8(ascii: " ") && text.count > 1 && text.dropFirst().allSatisfy(isPartOfWord)
    }

    private static func continuesWord(_ text: [UInt8]) -> Bool { !text.isEmpty && text.allSatisfy(isPartOfWord) }

    /// Returns whether a byte may belong to a word; those of other alphabets are looked at when the word is whole.
    private static func isPartOfWord(_ byte: UInt8) -> Bool {
        byte >= 0x80 || byte == UInt8(ascii: "'") || isDigit(byte)
            || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    /// Returns a written word in small letters; nil for one with other signs, and for apostrophes alone.
    private static func word(_ written: [UInt8]) -> String? {
        guard let text = String(validating: written.dropFirst(), as: UTF8.self),
            text.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "'" }), text.contains(where: { $0 != "'" })
        else { return nil }
        return text.lowercased()
    }
}
