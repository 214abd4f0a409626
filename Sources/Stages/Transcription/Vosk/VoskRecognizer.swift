import Foundation
import SaybusMessages
import SaybusPocketSphinx
import SaybusVosk

/// Recognizes with Vosk: commands by their sentences where the model can be given them, anything else by the model's own language.
///
/// The library's calls take long, so the actor runs on a queue of its own.
public actor VoskRecognizer: SpeechRecognizer {
    /// `vosk`
    public nonisolated let engine = "vosk"
    private let executor = QueueExecutor(label: "saybus.vosk")
    /// The queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// How much sound goes by between two looks at the partial result.
    private static let partialInterval = TurnBuffer.rate / 5
    /// What Vosk writes for words that are not in its grammar.
    private static let unknown = "[unk]"

    /// A vocabulary with the recognizer made for it.
    private final class Prepared {
        let handle: VoskHandle
        let grammar: Grammar?
        let revision: String?

        init(_ handle: VoskHandle, _ grammar: Grammar?, revision: String?) {
            (self.handle, self.grammar, self.revision) = (handle, grammar, revision)
        }
    }

    private let model: VoskModel
    private var prepared: Prepared?
    private struct Turn {
        let prepared: Prepared
        var said: ExternalTurn
        /// Whether a word that the grammar lacks was in it.
        var isForeign = false

        mutating func take(_ answer: ExternalAnswer) {
            said.take(answer)
            isForeign = isForeign || answer.text?.contains(VoskRecognizer.unknown) == true
        }
    }
    private var open: Turn?
    private var sinceLook = 0

    /// Loads the model, which takes seconds for a large one.
    public init(library: VoskLibrary, model directory: String) throws(VoskError) {
        model = try VoskModel(directory, library)
    }

    /// Makes a recognizer of the sentences; with open parameters it hears anything.
    @discardableResult
    public func configure(_ vocabulary: Vocabulary) throws -> [VocabularyProblem] {
        guard !vocabulary.isDictation else {
            prepared = Prepared(try VoskHandle(model, rate: TurnBuffer.rate, grammar: nil), nil, revision: vocabulary.revision)
            return []
        }
        var grammar = GrammarCompiler.compile(vocabulary)
        let unknown = grammar.words.filter { !model.knows($0) }
        if !unknown.isEmpty {
            grammar = GrammarCompiler.compile(
                vocabulary, without: unknown, cause: "the Vosk model does not have it", cure: "take a larger model")
        }
        let isClosed = !grammar.isOpen && !grammar.isEmpty
        let handle = try VoskHandle(model, rate: TurnBuffer.rate, grammar: isClosed ? Self.sentences(grammar.automaton) : nil)
        prepared = Prepared(handle, grammar, revision: vocabulary.revision)
        return grammar.problems
    }

    /// Opens a turn with the vocabulary of now.
    public func begin() throws {
        cancel()
        if prepared == nil { try configure(.dictation) }
        guard let prepared else { throw TranscriptionError.noTurn }
        open = Turn(prepared: prepared, said: ExternalTurn(revision: prepared.revision))
        sinceLook = 0
    }

    /// Takes sound of the open turn.
    public func accept(_ samples: [Int16]) throws -> PartialResult? {
        guard let handle = open?.prepared.handle, let kept = open?.said.append(samples) else {
            throw TranscriptionError.noTurn
        }
        if let answer = try handle.accept(kept) { open?.take(try Self.read(answer)) }
        sinceLook += kept.count
        guard sinceLook >= Self.partialInterval else { return nil }
        sinceLook = 0
        guard var partial = open?.said.partial(try Self.read(handle.partial()).partial ?? "") else { return nil }
        partial.isComplete = open?.prepared.grammar?.automaton.accepts(
            partial.text.split(separator: " ").map(String.init))
        return partial
    }

    /// Says what was said; what is not wholly of the grammar is not understood.
    public func finish() throws -> RecognitionResult {
        guard var open else { throw TranscriptionError.noTurn }
        self.open = nil
        open.take(try Self.read(open.prepared.handle.finish()))
        var result = open.said.result(engine: engine)
        guard let grammar = open.prepared.grammar, !result.text.isEmpty else { return result }
        if open.isForeign || !grammar.automaton.accepts(result.text.split(separator: " ").map(String.init)) {
            // It stays as an alternative, less sure than any that is understood.
            result.rejectUnlessConfident(.infinity)
            result.empty = .unrecognized
        }
        return result
    }

    /// Drops the open turn.
    public func cancel() {
        open?.prepared.handle.reset()
        open = nil
    }

    private static func read(_ text: String) throws(TranscriptionError) -> ExternalAnswer {
        guard let answer = ExternalAnswer(json: Array(text.utf8)) else {
            throw TranscriptionError(.garbage, "Vosk gave an answer that cannot be read: take libvosk 0.3.45")
        }
        return answer
    }

    /// What the library builds its grammar of: every transition once at least, and a place for all other words.
    private static func sentences(_ automaton: WordAutomaton) throws(TranscriptionError) -> String {
        let sentences = automaton.coveringSentences().map { $0.joined(separator: " ") } + [unknown]
        guard let json = try? JSONEncoder().encode(sentences) else {
            throw TranscriptionError(.engine, "the grammar cannot be written for Vosk: shorten it")
        }
        return String(decoding: json, as: UTF8.self)
    }
}
