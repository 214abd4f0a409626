import Foundation
import SaybusWhisper

/// A recognizer that uses Whisper, which understands any words of its languages.
///
/// The sentences of the commands are the model's prompt, which makes their words likelier. Where the vocabulary has
/// commands, and the text is none of their sentences, the decoder looks for the likeliest of them in the same sound.
/// The text becomes the sentence that it is closest to, if one is close enough, when the search fails or takes too
/// long.
///
/// A turn is transcribed when it has ended, or when ``anticipateEnd()`` tells that it may be over. Partial results are
/// transcriptions of the sound so far, made only while nothing else is to be done.
public actor WhisperRecognizer: SpeechRecognizer {
    /// `whisper`
    public nonisolated let engine = "whisper"

    /// The least sound between two partial results, in samples; and their time in relation to the time that one took.
    private static let (partialInterval, partialPause) = (TurnBuffer.rate, 3)
    /// The problem of a turn whose text is cut.
    private static let cutShort =
        "Whisper wrote the same words again and again, and what was said next may be missing: speak in shorter turns"

    private struct Turn {
        let commands: WhisperCommands?
        var transcript: ExternalTurn
        var settings: WhisperSettings
        var samplesSincePartial = 0
        /// The partial transcription that is being made.
        var partial: WhisperControl?
        /// The transcription that began when the turn seemed to be over.
        var early: EarlyTranscription?
        /// The text of the last partial transcription.
        var partialText = ""
        /// The samples until the next partial transcription may begin.
        var interval = WhisperRecognizer.partialInterval
        let number: Int
    }

    private let transcriber: WhisperTranscriber
    private let language: String
    private let timeout: Duration
    private let givesPartials: Bool
    private let threads: Int
    private var revision: String?
    private var commands: WhisperCommands?
    private var prompt = ""
    private var turn: Turn?
    /// The transcription of a turn that has ended.
    private var final: WhisperControl?
    private var turns = 0

    /// Loads a model.
    /// - Parameters:
    ///   - library: The library, shared by all recognizers of the process.
    ///   - file: The model's file.
    ///   - language: A code such as `en`, or `auto` to find out in each turn.
    ///   - timeout: The time for a turn's text after the turn's end.
    ///   - givesPartials: Whether there are partial results, which take a processor's time.
    /// - Throws: `WhisperError`; with code `language` when the model does not know the language.
    init(
        library: WhisperLibrary, model file: WhisperModelFile, language: String = "en", timeout: Duration,
        givesPartials: Bool = true
    ) throws(WhisperError) {
        let code = WhisperLibrary.code(of: language)
        try Self.checkLanguage(code, library)
        guard code == "en" || file.isMultilingual else {
            throw WhisperError(
                .language, "\(file.path) knows English only: for \(language), saybus models get whisper-base-q8")
        }
        transcriber = WhisperTranscriber(try WhisperModel(file, library))
        (self.language, self.timeout, self.givesPartials) = (code, timeout, givesPartials)
        // Threads that wait busily leave one processor to the other stages.
        let processors = ProcessInfo.processInfo.activeProcessorCount
        threads = max(1, min(4, library.waitsAsleep ? processors : processors - 1))
    }

    /// Checks that the library knows a language.
    /// - Throws: `WhisperError` with code `language`.
    static func checkLanguage(_ code: String, _ library: WhisperLibrary) throws(WhisperError) {
        guard code == "auto" || library.knows(language: code) else {
            throw WhisperError(
                .language,
                "Whisper knows no language \(code): give a code such as en, de or fr, or take another recognizer with "
                    + "--engine; for typed words alone, saybus up --without transcribe")
        }
    }

    /// Makes the prompt of the vocabulary's sentences.
    @discardableResult
    public func configure(_ vocabulary: Vocabulary) async -> [VocabularyProblem] {
        var settings = WhisperSettings()
        (settings.language, settings.threads) = (language, threads)
        await transcriber.warmUp(settings, timeout: timeout)
        revision = vocabulary.revision
        guard !vocabulary.isDictation else {
            (commands, prompt) = (nil, "")
            return []
        }
        let grammar = GrammarCompiler.compile(vocabulary)
        commands = WhisperCommands(grammar.automaton)
        prompt = WhisperPrompt.text(for: vocabulary, grammar.automaton)
        return grammar.problems
    }

    /// Opens a turn with the current vocabulary.
    /// - Throws: ``TranscriptionError`` when the library still works on an earlier turn that took too long.
    public func begin() throws {
        cancel()
        guard !transcriber.isStuck else {
            throw TranscriptionError(.timeout, "libwhisper still hangs in an earlier turn: restart this program")
        }
        var settings = WhisperSettings()
        (settings.language, settings.prompt, settings.threads) = (language, prompt, threads)
        settings.frames = transcriber.frames
        turns += 1
        turn = Turn(
            commands: commands, transcript: ExternalTurn(revision: revision), settings: settings, number: turns)
    }

    /// Keeps the sound, and begins a partial transcription from time to time.
    public func accept(_ samples: [Int16]) throws -> PartialResult? {
        guard let kept = turn?.transcript.append(samples) else { throw TranscriptionError.noTurn }
        turn?.samplesSincePartial += kept.count
        if givesPartials, let open = turn, open.partial == nil, open.samplesSincePartial >= open.interval,
            !transcriber.isBusy
        {
            beginPartial(open)
        }
        guard let text = turn?.partialText, !text.isEmpty else { return nil }
        turn?.partialText = ""
        return turn?.transcript.partial(text)
    }

    /// Begins to transcribe the turn, unless that has begun.
    public func anticipateEnd() async {
        guard let open = turn, open.early == nil else { return }
        let samples = open.transcript.buffer.samples
        guard !SoundLevel.isSilence(samples) else { return }
        open.partial?.cancel()
        let control = WhisperControl(deadline: .now + timeout)
        turn?.early = EarlyTranscription(of: samples, control) { [transcriber] () async throws(WhisperError) in
            try await transcriber.text(of: samples, open.settings, open.commands, control)
        }
    }

    /// Ends the transcription that ``anticipateEnd()`` began.
    public func withdrawEnd() async {
        turn?.early?.control.cancel()
        turn?.early = nil
    }

    /// Transcribes the turn, or returns the transcription that has begun, if nothing was said since then.
    public func finish() async throws -> RecognitionResult {
        guard let turn else { throw TranscriptionError.noTurn }
        self.turn = nil
        turn.partial?.cancel()
        let transcript = turn.transcript
        let samples = transcript.buffer.samples
        // Whisper makes up texts for silence.
        guard !SoundLevel.isSilence(samples) else {
            turn.early?.control.cancel()
            return transcript.result(engine: engine)
        }
        let deadline = ContinuousClock.now + timeout
        do throws(WhisperError) {
            let text = try await text(of: samples, turn, until: deadline)
            var result = WhisperDecision(turn.commands, turn.transcript, engine: engine).result(of: text)
            if text.isCut { result.problem = result.problem ?? Self.cutShort }
            return result
        } catch {
            throw Self.transcriptionError(error)
        }
    }

    private static func transcriptionError(_ error: WhisperError) -> TranscriptionError {
        TranscriptionError(error.code == .timeout ? .timeout : .engine, error.reason)
    }

    /// Tells of a library that could not transcribe when it was tried at the start, until it has transcribed a turn.
    public func probe() async throws -> Bool {
        do throws(WhisperError) {
            return try transcriber.checkStart()
        } catch {
            throw Self.transcriptionError(error)
        }
    }

    /// Returns the text of a turn: that of the transcription that began early, if it covers all speech, or else of a
    /// new one. One that failed is made again, unless it was cancelled or its time was over.
    private func text(
        of samples: [Int16], _ turn: Turn, until deadline: ContinuousClock.Instant
    ) async throws(WhisperError) -> WhisperText {
        if let early = turn.early, early.covers(samples) {
            do throws(WhisperError) {
                return try await waiting(for: early.control) { () async throws(WhisperError) in
                    try await early.result.get()
                }
            } catch {
                if error.code == .cancelled || error.code == .timeout { throw error }
            }
        }
        turn.early?.control.cancel()
        let control = WhisperControl(deadline: deadline)
        return try await waiting(for: control) { () async throws(WhisperError) in
            try await transcriber.text(of: samples, turn.settings, turn.commands, control)
        }
    }

    /// Waits for a text whose transcription ``cancel()`` ends.
    private func waiting(
        for control: WhisperControl, _ text: () async throws(WhisperError) -> WhisperText
    ) async throws(WhisperError) -> WhisperText {
        final = control
        defer { if final === control { final = nil } }
        return try await text()
    }

    /// Discards the open turn, or the one that is being transcribed after its end.
    public func cancel() {
        final?.cancel()
        turn?.partial?.cancel()
        turn?.early?.control.cancel()
        turn = nil
    }

    /// Discards the open turn, and waits until the library has stopped, at most half a second.
    public func stop() async {
        cancel()
        await transcriber.waitUntilIdle()
    }

    private func beginPartial(_ open: Turn) {
        let control = WhisperControl(deadline: .now + timeout)
        turn?.partial = control
        turn?.samplesSincePartial = 0
        let samples = open.transcript.buffer.samples
        var settings = open.settings
        // Partial texts leave processors to the other stages.
        (settings.frames, settings.threads) = (0, 1)
        Task { [settings] in
            let began = ContinuousClock.now
            let text = try? await transcriber.partialText(of: samples, settings, control)
            endPartial(text, took: .now - began, of: open.number)
        }
    }

    private func endPartial(_ text: WhisperText?, took time: Duration, of number: Int) {
        guard turn?.number == number else { return }
        turn?.partial = nil
        // On a slow machine they become rarer, so that they never fill the processor.
        turn?.interval = max(
            Self.partialInterval, Self.partialPause * Int(time / .seconds(1) * Double(TurnBuffer.rate)))
        if let text, !WhisperDecision.isMadeUp(text) {
            turn?.partialText = text.text
        }
    }
}
