/// A speech-to-text engine that transcribes one turn after another.
///
/// A single caller makes the calls in this order: `configure`, then for each turn `begin`, `accept` for each
/// piece of sound, and `finish` or `cancel`.
public protocol SpeechRecognizer: Sendable {
    /// The engine's name in transcripts, such as `pocketsphinx`.
    var engine: String { get }

    /// Sets the vocabulary from the next turn on; an open turn keeps the one that it began with.
    ///
    /// - Returns: The parts of the vocabulary that cannot be recognized; the rest can.
    @discardableResult
    func configure(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem]

    /// Opens a turn; a turn that is still open is cancelled.
    func begin() async throws

    /// Processes sound of the open turn: 16 kHz, one channel.
    ///
    /// - Returns: The hypothesis so far, at least every 300 ms of sound once there is a word. An unchanged text
    ///   is reported too, since the endpointer of the listen stage needs to know that no new word came.
    func accept(_ samples: [Int16]) async throws -> PartialResult?

    /// Begins with the result of the open turn, which may be over, if that takes long. More sound may follow, with or
    /// without speech.
    func anticipateEnd() async

    /// Gives up what ``anticipateEnd()`` began: the turn has gone on.
    func withdrawEnd() async

    /// Closes the turn and returns its result. When the result is of no use any more, the task is cancelled.
    func finish() async throws -> RecognitionResult

    /// Closes the turn and discards it; does nothing when no turn is open. May be called while ``finish()`` works,
    /// whose result is then of no use.
    func cancel() async

    /// Forgets what earlier turns have taught about voices and rooms; an open turn is cancelled. The vocabulary stays.
    func forgetSpeakers() async

    /// Checks whether the engine could serve a turn; may be called while a turn is open.
    ///
    /// - Returns: False when there is nothing to check, as for most engines that work in this process.
    /// - Throws: ``TranscriptionError`` when a turn would fail.
    func probe() async throws -> Bool

    /// Ends all background work, and returns when it has ended. No call follows.
    func stop() async
}

extension SpeechRecognizer {
    /// Does nothing: most recognizers need little time after the end of a turn.
    public func anticipateEnd() async {}

    /// Does nothing, as ``anticipateEnd()``.
    public func withdrawEnd() async {}

    /// Cancels the turn: most recognizers learn nothing from turns.
    public func forgetSpeakers() async { await cancel() }

    /// Returns false: most recognizers work in this process.
    public func probe() async throws -> Bool { false }

    /// Cancels the turn: most recognizers do nothing between turns.
    public func stop() async { await cancel() }
}
