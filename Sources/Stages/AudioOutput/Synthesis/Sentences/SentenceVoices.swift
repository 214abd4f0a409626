/// The voices of a library that makes the sound of one sentence at a time. A ``SentenceEngine`` uses them.
protocol SentenceVoices: Sendable {
    /// The name of a voice, or the place of its files.
    associatedtype Entry: Hashable, Sendable
    /// A voice that is loaded.
    associatedtype Voice: Sendable
    /// The parameters of a synthesis.
    associatedtype Settings: SentenceSettings where Settings.Entry == Entry
    /// A sentence in the form that the library takes.
    associatedtype Sentence: Sendable

    /// The label of the library's queue.
    static var label: String { get }
    /// The number of voices that are kept in memory.
    static var maximumVoices: Int { get }

    /// Loads a voice, and the library before the first one.
    /// - Throws: ``SynthesisError`` with code `unavailable`.
    mutating func load(_ entry: Entry) throws(SynthesisError) -> Voice

    /// Makes a sentence's sound, whose blocks go to `job`.
    func speak(
        _ sentence: Sentence, isLast: Bool, _ settings: Settings, by voice: Voice, for job: SpeechJob<Sentence>
    ) throws(SynthesisError)
}

/// The parameters of a synthesis, which are also part of the prompt cache's key.
protocol SentenceSettings: Hashable, Sendable {
    /// The name of a voice, or the place of its files.
    associatedtype Entry: Hashable, Sendable

    /// The voice.
    var voice: Entry { get }
}
