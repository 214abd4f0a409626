import Foundation
import SaybusMessages
import SaybusSupport
import SaybusVosk

/// A recognizer that uses Vosk.
///
/// Models with a dynamic graph get the sentences of the commands; other models, and open vocabularies, use the
/// model's own language model.
///
/// The library's calls block for long, so the actor has its own dispatch queue as executor.
public actor VoskRecognizer: SpeechRecognizer {
    /// `vosk`
    public nonisolated let engine = "vosk"
    private let executor = SerialQueueExecutor(label: "saybus.vosk")
    /// The actor's dispatch queue.
    public nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }

    /// The samples between two partial results.
    private static let partialInterval = TurnBuffer.rate / 5
    /// The word that Vosk writes for words outside its grammar.
    private static let unknown = "[unk]"

    /// A compiled vocabulary with the Vosk recognizer made for it.
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
        var transcript: ExternalTurn
        /// Whether the turn contains a word outside the grammar.
        var hasUnknownWords = false

        mutating func take(_ answer: ExternalAnswer) {
            transcript.take(answer)
            hasUnknownWords = hasUnknownWords || answer.text?.contains(VoskRecognizer.unknown) == true
        }
    }
    private var open: Turn?
    private var samplesSincePartial = 0

    /// Loads the model, which takes seconds for a large one.
    init(library: VoskLibrary, model directory: String) throws(VoskError) {
        model = try VoskModel(directory, library)
    }

    /// Creates the library's recognizer for the vocabulary; with open parameters it recognizes any words.
    @discardableResult
    public func configure(_ vocabulary: Vocabulary) throws -> [VocabularyProblem] {
        guard !vocabulary.isDictation else {
            prepared = Prepared(
                try VoskHandle(model, rate: TurnBuffer.rate, grammar: nil), nil, revision: vocabulary.revision)
            return []
        }
        var grammar = GrammarCompiler.compile(vocabulary)
        let unknown = grammar.words.filter { !model.knows($0) }
        if !unknown.isEmpty {
            grammar = GrammarCompiler.compile(
                vocabulary, without: unknown, cause: "the Vosk model does not have it", cure: "take a larger model")
        }
        let isClosed = !grammar.isOpen && !grammar.isEmpty
        let handle = try VoskHandle(
            model, rate: TurnBuffer.rate, grammar: isClosed ? Self.sentences(grammar.automaton) : nil)
        prepared = Prepared(handle, grammar, revision: vocabulary.revision)
        return grammar.problems
    }

    /// Opens a turn with the current vocabulary.
    public func begin() throws {
        cancel()
        if prepared == nil { try configure(.dictation) }
        guard let prepared else { throw TranscriptionError.noTurn }
        open = Turn(prepared: prepared, transcript: ExternalTurn(revision: prepared.revision))
        samplesSincePartial = 0
    }

    /// Processes sound of the open turn.
    public func accept(_ samples: [Int16]) throws -> PartialResult? {
        guard let handle = open?.prepared.handle, let kept = open?.transcript.append(samples) else {
            throw TranscriptionError.noTurn
        }
        if let answer = try handle.accept(kept) { open?.take(try Self.read(answer)) }
        samplesSincePartial += kept.count
        guard samplesSincePartial >= Self.partialInterval else { return nil }
        samplesSincePartial = 0
        guard var partial = open?.transcript.partial(try Self.read(handle.partial()).partial ?? "") else { return nil }
        partial.isComplete = open?.prepared.grammar?.automaton.accepts(
            partial.text.split(separator: " ").map(String.init))
        return partial
    }

    /// Ends the turn and returns its result; text that the grammar does not accept counts as not understood.
    public func finish() throws -> RecognitionResult {
        guard var open else { throw TranscriptionError.noTurn }
        self.open = nil
        open.take(try Self.read(open.prepared.handle.finish()))
        var result = open.transcript.result(engine: engine)
        guard let grammar = open.prepared.grammar, !result.text.isEmpty else { return result }
        if open.hasUnknownWords || !grammar.automaton.accepts(result.text.split(separator: " ").map(String.init)) {
            // The text stays as an alternative, with a lower confidence than anything understood.
            result.rejectUnlessConfident(.infinity)
            result.empty = .unrecognized
        }
        return result
    }

    /// Discards the open turn.
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

    /// Returns the sentences for the library's grammar as JSON. Together they use every arc at least once; a last
    /// one stands for other words.
    private static func sentences(_ automaton: WordAutomaton) throws(TranscriptionError) -> String {
        let sentences = automaton.coveringSentences().map { $0.joined(separator: " ") } + [unknown]
        guard let json = try? JSONEncoder().encode(sentences) else {
            throw TranscriptionError(.engine, "the grammar cannot be written for Vosk: shorten it")
        }
        return String(decoding: json, as: UTF8.self)
    }
}
