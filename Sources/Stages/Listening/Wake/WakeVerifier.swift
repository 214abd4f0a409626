/// A second judgement on sound in which a model of microWakeWord hears only a sign of the wake word.
protocol WakeVerifier: Sendable {
    /// The mean probability of the model from which on it is asked.
    var sign: Double { get }
    /// The number of the last samples that it judges.
    var length: Int { get }
    /// The number of samples from the first sign to the judgement, in which the word ends.
    var delay: Int { get }

    /// Returns the place of the wake word in the last sound, in its samples; nil when it was not said.
    func place(in sound: [Int16]) async throws -> Range<Int>?
}
