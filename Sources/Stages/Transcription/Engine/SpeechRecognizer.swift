/// Turns the sound of one turn after another into text.
///
/// Calls come from one place, in this order: `configure`, then for every turn `begin`, `accept` as often as there is
/// sound, and `finish` or `cancel`.
public protocol SpeechRecognizer: Sendable {
    /// The name that transcripts carry: `pocketsphinx`.
    var engine: String { get }

    /// Prepares what to listen for; an open turn goes on with what it began with, the next one has the new vocabulary.
    ///
    /// - Returns: What of the vocabulary cannot be recognized; the rest can.
    @discardableResult
    func configure(_ vocabulary: Vocabulary) async throws -> [VocabularyProblem]

    /// Opens a turn; an open one is cancelled.
    func begin() async throws

    /// Takes sound of the open turn: 16 kHz, one channel.
    ///
    /// - Returns: What has been understood so far, at least every 300 ms of sound once there is a word: that nothing new was said
    ///   is news for who decides when the turn ends.
    func accept(_ samples: [Int16]) async throws -> PartialResult?

    /// Closes the turn and says what was said.
    func finish() async throws -> RecognitionResult

    /// Closes the turn and forgets it; nothing happens when none is open.
    func cancel() async

    /// Looks whether a turn would find what does the work elsewhere; a turn may be open.
    ///
    /// - Returns: False when the work is done here: there is nothing to look at.
    /// - Throws: ``TranscriptionError`` with code `unreachable` or `timeout` when it would not.
    func probe() async throws -> Bool

    /// Ends what goes on in the background, and returns when it has ended. Nothing is asked of the recognizer after that.
    func stop() async
}

extension SpeechRecognizer {
    /// Looks at nothing: most recognizers do the work themselves.
    public func probe() async throws -> Bool { false }

    /// Cancels the turn: most recognizers do nothing between turns.
    public func stop() async { await cancel() }
}
