import SaybusMessages

/// A recording whose turn was not right, as a line of `--errors`. Times are in milliseconds from the start of the
/// scene, which is one second before the recording.
struct EndpointingError: Encodable {
    /// A range of time.
    struct Stretch: Encodable {
        let fromMs: Int
        let toMs: Int

        init(_ samples: Range<Int>) {
            fromMs = PCMFormat.speech.milliseconds(samples.lowerBound)
            toMs = PCMFormat.speech.milliseconds(samples.upperBound)
        }
    }

    let audio: String
    let snr: Double?
    let outcome: String
    let speech: Stretch
    let turns: [Stretch]

    init(_ trial: EndpointingTrial, of audio: String, snr: Double?) {
        (self.audio, self.snr, outcome) = (audio, snr, trial.outcome.rawValue)
        (speech, turns) = (Stretch(trial.speech), trial.turns.map(Stretch.init))
    }
}
