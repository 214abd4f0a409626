import Foundation

/// A search for the likeliest sentence of a graph, by what a model expects after each beginning.
///
/// The beginnings are extended by one token at a time, and the likeliest are kept (beam search). The probability of a
/// token is the model's among all tokens, so that those of a sentence that was not said are small. Commas are left out:
/// what the model expects of them is spread over the other tokens. A sentence ends with or without a full stop.
///
/// In noise a model soon expects the end. So sentences are compared by ``SentenceHypothesis/merit``, which is higher
/// for each token of a listed word.
///
/// Whoever owns it asks for ``next``, hands the model's scores for it to ``extend(by:)``, and reads ``found`` when
/// there is none.
struct SentenceSearch {
    /// The most beginnings of one length.
    private static let width = 6
    /// The merit by which a beginning may be worse than the best of its length, and than the best sentence.
    private static let (beam, sentenceBeam) = (7.0, 10.0)
    /// The merit below which a beginning is given up, whatever else there is: nobody said it.
    private static let leastMerit = -9.0
    /// The most tokens of a sentence.
    private static let mostTokens = 80
    /// The most sentences that are kept.
    private static let mostSentences = 5
    /// The most tokens that are tried for any word.
    private static let mostOpenTokens = 12
    /// The most letters of a word that may be written as an abbreviation, such as `TV` and `p.m.`.
    private static let longestAbbreviation = 3

    /// A place in the graph, with the words that lead to it.
    private struct Position {
        enum Place {
            /// Between words.
            case state(Int)
            /// In a word, before a byte of a spelling.
            case inside(spelling: Spelling, byte: Int, to: Int)
            /// In any word; what was written of it.
            case open([UInt8], to: Int)
        }
        var place: Place
        var words: [String] = []
        var openWords = 0
        var listedTokens = 0
    }

    /// A way to write a word.
    private final class Spelling {
        let word: String
        let bytes: [UInt8]
        /// The tokens that may stand at each byte, as they become known.
        var tokens: [Int: [(token: Int32, end: Int)]] = [:]

        init(_ word: String, _ text: String) { (self.word, bytes) = (word, Array(text.utf8)) }
    }

    private struct Beginning {
        var tokens: [Int32] = []
        var score = 0.0
        var positions: [Position]

        var merit: Double {
            score + SentenceHypothesis.tokenMerit * Double(positions.map(\.listedTokens).max() ?? 0)
        }
    }

    private let graph: SentenceGraph
    private let table: TokenTable
    private let end: Int32
    private var spellings: [Int: [Spelling]] = [:]
    /// The beginnings of one length that are still to be extended, the likeliest last.
    private var waiting: [Beginning] = []
    /// The likeliest extensions of those that were extended.
    private var extended: [Beginning] = []
    /// The tokens of the beginnings that are extended.
    private var length = 0
    /// The score with which the words before a place between words were reached, by these words.
    private var reached: [[String]: Double] = [:]
    /// The likeliest sentences so far, the likeliest first.
    private(set) var found: [SentenceHypothesis] = []

    /// Creates a search.
    /// - Parameter end: The token after the last word.
    init(_ graph: SentenceGraph, _ table: TokenTable, end: Int32) {
        (self.graph, self.table, self.end) = (graph, table, end)
        waiting = [Beginning(positions: [Position(place: .state(0))])]
    }

    /// The tokens of the beginning that is to be extended next; nil when the search is over.
    var next: [Int32]? { waiting.last?.tokens }

    /// Extends the beginning ``next``.
    /// - Parameter logits: What the model expects after it: a number for each token up to the end token.
    mutating func extend(by logits: UnsafeBufferPointer<Float>) {
        guard let beginning = waiting.popLast() else { return }
        let scores = TokenScores(logits, pauses: table.pauses)
        var extensions: [Int32: [Position]] = [:]
        var open: [Int32]?
        for var position in beginning.positions {
            let state: Int
            switch position.place {
            case .inside(let spelling, let byte, let to):
                extend(position, spelling, byte, to, &extensions)
                continue
            case .open(let written, let to):
                if open == nil { open = openTokens(scores) }
                for token in open ?? [] where Self.continuesWord(table[token]) {
                    var next = position
                    next.place = .open(written + table[token], to: to)
                    extensions[token, default: []].append(next)
                }
                guard let word = Self.word(written) else { continue }
                position.words.append(word)
                position.openWords += 1
                state = to
            case .state(let place):
                state = place
            }
            if graph.finals.contains(state), !position.words.isEmpty {
                finish(position, beginning.score + scores.any(of: [end] + table.stops))
            }
            for arc in graph.arcs[state] {
                if arc.word == graph.anyWord {
                    if open == nil { open = openTokens(scores) }
                    for token in open ?? [] where Self.beginsWord(table[token]) {
                        var next = position
                        next.place = .open(table[token], to: arc.to)
                        extensions[token, default: []].append(next)
                    }
                } else {
                    for spelling in spelled(arc.word) { extend(position, spelling, 0, arc.to, &extensions) }
                }
            }
        }
        for (token, positions) in extensions {
            let score = beginning.score + scores[token]
            let better = positions.filter { isBetter($0, score) }
            guard !better.isEmpty else { continue }
            extended.append(Beginning(tokens: beginning.tokens + [token], score: score, positions: better))
        }
        if waiting.isEmpty { beginNextLength() }
    }

    /// Adds the positions after each token with which a spelling goes on.
    private func extend(
        _ position: Position, _ spelling: Spelling, _ byte: Int, _ to: Int, _ extensions: inout [Int32: [Position]]
    ) {
        let tokens = spelling.tokens[byte] ?? table.tokens(in: spelling.bytes, from: byte)
        spelling.tokens[byte] = tokens
        for (token, end) in tokens {
            var next = position
            next.listedTokens += 1
            if end == spelling.bytes.count {
                next.place = .state(to)
                next.words.append(spelling.word)
            } else {
                next.place = .inside(spelling: spelling, byte: end, to: to)
            }
            extensions[token, default: []].append(next)
        }
    }

    /// Whether a position is to be followed: the same words, written in another way, may have been likelier.
    private mutating func isBetter(_ position: Position, _ score: Double) -> Bool {
        guard case .state = position.place else { return true }
        if let other = reached[position.words], other > score { return false }
        reached[position.words] = score
        return true
    }

    /// Keeps the likeliest extensions.
    private mutating func beginNextLength() {
        length += 1
        let best = extended.map(\.merit).max() ?? 0
        let sentence = found.first?.merit ?? -.infinity
        let limit = max(Self.leastMerit, best - Self.beam, sentence - Self.sentenceBeam)
        let kept = length < Self.mostTokens ? extended.filter { $0.merit > limit } : []
        waiting = kept.sorted {
            $0.merit != $1.merit ? $0.merit > $1.merit : $0.tokens.lexicographicallyPrecedes($1.tokens)
        }.prefix(Self.width).reversed()
        extended = []
    }

    private mutating func finish(_ position: Position, _ score: Double) {
        let sentence = SentenceHypothesis(
            words: position.words, openWords: position.openWords, score: score, listedTokens: position.listedTokens,
            tokenCount: length + 1)
        if let same = found.firstIndex(where: { $0.words == sentence.words }) {
            guard found[same].merit < sentence.merit else { return }
            found.remove(at: same)
        }
        found.insert(sentence, at: found.firstIndex { $0.merit < sentence.merit } ?? found.count)
        if found.count > Self.mostSentences { found.removeLast() }
    }

    /// Returns the ways in which a model may write a word.
    private mutating func spelled(_ word: Int) -> [Spelling] {
        if let known = spellings[word] { return known }
        let text = graph.words[word]
        var ways = [text, text.prefix(1).uppercased() + text.dropFirst()] + graph.spellings[text, default: []]
        if text.count <= Self.longestAbbreviation {
            ways += [text.uppercased(), text.map { "\($0)." }.joined()]
        }
        var seen: Set<String> = []
        let made = ways.filter { seen.insert($0).inserted }.map { Spelling(text, " " + $0) }
        spellings[word] = made
        return made
    }

    /// Returns the likeliest tokens that are parts of words.
    private func openTokens(_ scores: TokenScores) -> [Int32] {
        scores.likeliest(Self.mostOpenTokens, of: table.count) {
            Self.beginsWord(table[$0]) || Self.continuesWord(table[$0])
        }
    }

    private static func beginsWord(_ text: [UInt8]) -> Bool {
        text.first == UInt8(ascii: " ") && text.count > 1 && continuesWord(Array(text.dropFirst()))
    }

    private static func continuesWord(_ text: [UInt8]) -> Bool {
        !text.isEmpty
            && text.allSatisfy { byte in
                byte >= 0x80 || byte == UInt8(ascii: "'") || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
            }
    }

    /// Returns a written word in small letters; nil for one that is no text.
    private static func word(_ written: [UInt8]) -> String? {
        String(validating: written.dropFirst(), as: UTF8.self)?.lowercased()
    }
}
