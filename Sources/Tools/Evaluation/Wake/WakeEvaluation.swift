import SaybusEspeakNG
import SaybusListening
import SaybusStage

/// `saybus evaluate wake`: runs the listening stage's wake word detector on recordings of the wake word and of other
/// speech, and counts misses and false alarms.
public struct WakeEvaluation {
    /// The settings of an evaluation.
    public struct Options: Sendable {
        /// The wake word.
        public var phrase: String
        /// Recordings that each hold the wake word once. Without any, espeak-ng speaks it in ``voices``.
        public var said: [String] = []
        /// Recordings of other speech.
        public var other: [String] = []
        /// The sensitivities of the detector to be measured.
        public var sensitivities = [KeywordWakeDetector.defaultSensitivity]
        /// A sound file to mix into the wake word; nil for none.
        public var noise: String?
        /// Signal-to-noise ratios in decibels. The case without noise is always measured, too.
        public var ratios: [Double] = []
        /// The seed that chooses the stretches of the noise.
        public var seed: UInt64 = 1
        /// The directory of pocketsphinx's model; nil looks in the usual places.
        public var model: String?

        /// Creates the default settings for a wake word.
        public init(phrase: String) { self.phrase = phrase }
    }

    /// Voices of espeak-ng that differ strongly.
    public static let voices = [
        "en-us", "en-us+f1", "en-us+f2", "en-us+f3", "en-us+f4", "en-us+f5", "en-us+m1", "en-us+m2", "en-us+m3",
        "en-us+m4", "en-us+m5", "en-us+m6", "en-us+m7", "en-gb", "en-gb+f2", "en-gb-scotland", "en-029",
        "en-us-nyc", "en-gb-x-rp", "en-gb-x-gbcwmd",
    ]
    static let speeds = [130, 155, 180]

    private let options: Options
    private let noise: [Int16]?

    /// Creates an evaluation.
    /// - Throws: `StageFailure` when a file cannot be read, or there is nothing to listen to.
    public init(_ options: Options) throws {
        guard options.noise != nil || options.ratios.isEmpty else {
            throw StageFailure(.usage, "--snr needs the noise: add --noise FILE")
        }
        guard !options.said.isEmpty || SynthesizedSpeech.isAvailable else {
            throw StageFailure(
                .unavailable, "espeak-ng, which speaks the wake word, is missing: install it, or give --said FILE")
        }
        self.options = options
        noise = try options.noise.map { try SoundSamples.read($0) }
    }

    /// Runs the detector on all recordings with every sensitivity.
    /// - Parameters:
    ///   - detector: Returns a detector with a sensitivity; nil uses a `KeywordWakeDetector`.
    ///   - progress: Called with a line of progress from time to time.
    public func run(
        detector: ((Int) async throws -> any WakeWordDetector)? = nil, progress: (String) -> Void = { _ in }
    ) async throws -> WakeReport {
        let said = try wakeWordRecordings()
        let other = try options.other.map { (name: $0, samples: Self.inRoom(try SoundSamples.read($0))) }
        let hours = Double(other.reduce(0) { $0 + $1.samples.count }) / 16_000 / 3_600
        var conditions: [WakeReport.Condition] = []
        var (heard, missed, alarms): (Int, [String], [String]) = (0, [], [])
        let began = ContinuousClock.now
        for sensitivity in options.sensitivities {
            progress("sensitivity \(sensitivity)")
            let phrase = try await (detector ?? spoken)(sensitivity)
            alarms = []
            for (name, samples) in other {
                for position in try await WakeSearch.positions(in: samples, phrase) {
                    alarms.append("\(name) \(Double(max(0, position - Self.quiet) / 1_600) / 10) s")
                }
                heard += samples.count
            }
            for ratio in [nil] + options.ratios.map(Optional.some) {
                var mixer = NoiseMixer(noise: noise ?? [], seed: options.seed)
                var misses: [String] = []
                for (name, samples) in said {
                    let mixed = ratio.map { mixer.mix(samples, ratio: $0) } ?? samples
                    if try await WakeSearch.positions(in: mixed, phrase).isEmpty { misses.append(name) }
                    heard += mixed.count
                }
                if ratio == nil { missed = misses }
                conditions.append(
                    .init(
                        sensitivity: sensitivity, snr: ratio, said: said.count, heard: said.count - misses.count,
                        missRate: Double(misses.count) / Double(max(1, said.count)), falseAlarms: alarms.count,
                        falseAlarmsPerHour: hours > 0 ? Double(alarms.count) / hours : nil))
            }
        }
        let took = (ContinuousClock.now - began) / .seconds(1)
        return WakeReport(
            phrase: options.phrase, hoursOfOtherSpeech: hours,
            realTimeFactor: took / (Double(max(1, heard)) / 16_000), conditions: conditions, missed: missed,
            alarms: alarms)
    }

    private func spoken(_ sensitivity: Int) async throws -> any WakeWordDetector {
        try await KeywordWakeDetector(options.phrase, sensitivity: sensitivity, model: options.model)
    }

    /// Returns the recordings of the wake word, or those that espeak-ng makes.
    private func wakeWordRecordings() throws -> [(name: String, samples: [Int16])] {
        if !options.said.isEmpty {
            return try options.said.map { ($0, Self.inRoom(try SoundSamples.read($0))) }
        }
        var recordings: [(String, [Int16])] = []
        for voice in Self.voices {
            for (index, speed) in Self.speeds.enumerated() {
                let text = options.phrase + (index.isMultiple(of: 2) ? ", turn on the kitchen light" : "")
                let samples = try SynthesizedSpeech.samples(text, voice: voice, speed: speed)
                recordings.append(("\(voice) at \(speed)", Self.inRoom(samples)))
            }
        }
        return recordings
    }

    /// Samples of quiet room noise before and after a recording: one second.
    private static let quiet = 16_000

    /// Returns the samples with room noise before and after.
    private static func inRoom(_ samples: [Int16]) -> [Int16] {
        SynthesizedSpeech.silence(1) + samples + SynthesizedSpeech.silence(1)
    }
}
