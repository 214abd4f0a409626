import SaybusEspeakNG
import SaybusListening
import SaybusMessages
import SaybusStage

/// `saybus evaluate wake`: runs the listening stage's wake word detector, after its automatic gain, on recordings of
/// the wake word and of other speech, and counts misses and false alarms.
public struct WakeEvaluation {
    /// The settings of an evaluation.
    public struct Options: Sendable {
        /// The wake word.
        var phrase: String
        /// Recordings that each hold the wake word once. Without any, espeak-ng speaks it in ``voices``.
        public var said: [String] = []
        /// Recordings of other speech and of noise.
        public var other: [String] = []
        /// The methods to be measured; `auto` stands for the one that the listening stage takes.
        public var engines = [WakeEngine.auto]
        /// The sensitivities of the detector to be measured.
        public var sensitivities = [KeywordWakeDetector.defaultSensitivity]
        /// A sound file to mix into the wake word; nil for none.
        public var noise: String?
        /// Signal-to-noise ratios in decibels; without any, a noise is mixed in at 12 dB. The case
        /// without noise is always measured, too.
        public var ratios: [Double] = []
        /// The seed that chooses the stretches of the noise.
        public var seed: UInt64 = 1
        /// The directory of pocketsphinx's model; nil looks in the usual places.
        public var model: String?
        /// The manifests of further models of microWakeWord.
        public var manifests: [String] = []

        /// Creates the default settings for a wake word.
        public init(phrase: String) { self.phrase = phrase }
    }

    /// Voices of espeak-ng that differ strongly.
    static let voices = [
        "en-us", "en-us+f1", "en-us+f2", "en-us+f3", "en-us+f4", "en-us+f5", "en-us+m1", "en-us+m2", "en-us+m3",
        "en-us+m4", "en-us+m5", "en-us+m6", "en-us+m7", "en-gb", "en-gb+f2", "en-gb-scotland", "en-029",
        "en-us-nyc", "en-gb-x-rp", "en-gb-x-gbcwmd",
    ]
    static let speeds = [130, 155, 180]
    /// The amplification: that of the listening stage, which also brings a soft wake word to the level of others.
    private static let gain = ListenOptions().gain

    private let options: Options
    private let noise: [Int16]?
    /// The signal-to-noise ratios; nil for the case without noise.
    private let ratios: [Double?]

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
        var named = WakeEngine.Settings()
        named.manifests = options.manifests
        for engine in options.engines { try engine.checkModels(named, for: [options.phrase]) }
        self.options = options
        noise = try options.noise.map { try SoundSamples.audible($0, option: "--noise") }
        let withNoise = noise == nil ? [] : options.ratios.isEmpty ? [NoiseMixer.defaultRatio] : options.ratios
        ratios = [nil] + withNoise.map(Optional.some)
    }

    /// Runs the detectors on all recordings with every sensitivity.
    /// - Parameters:
    ///   - detector: Returns a detector of an engine with a sensitivity; nil uses the listening stage's.
    ///   - progress: Called after each recording.
    public func run(
        detector: ((WakeEngine, Int) async throws -> any WakeWordDetector)? = nil,
        progress: (WorkProgress) -> Void = { _ in }
    ) async throws -> WakeReport {
        try SoundSamples.check(options.other)
        let said = try wakeWordRecordings()
        let each = options.other.count + said.count * ratios.count
        let total = each * options.engines.count * options.sensitivities.count
        var done = 0
        var conditions: [WakeReport.Condition] = []
        var (missed, alarms): ([String], [String]) = ([], [])
        var hours = 0.0
        for engine in options.engines {
            let engine = try engine.resolved(for: options.phrase, settings(0))
            for sensitivity in options.sensitivities {
                let condition = "\(engine.rawValue), sensitivity \(sensitivity)"
                func step(_ found: String) {
                    done += 1
                    progress(WorkProgress(done: done, total: total, detail: condition + found))
                }
                let phrase = try await (detector ?? spoken)(engine, sensitivity)
                var clock = Clock()
                (alarms, hours) = try await falseAlarms(phrase, &clock, step)
                for ratio in ratios {
                    let misses = try await misses(of: said, ratio: ratio, phrase, &clock, step)
                    if ratio == nil { missed = misses }
                    conditions.append(
                        .init(
                            engine: engine.rawValue, sensitivity: sensitivity, snr: ratio, said: said.count,
                            heard: said.count - misses.count,
                            missRate: Double(misses.count) / Double(max(1, said.count)), falseAlarms: alarms.count,
                            falseAlarmsPerHour: hours > 0 ? Double(alarms.count) / hours : nil,
                            realTimeFactor: clock.factor))
                }
            }
        }
        return WakeReport(
            phrase: options.phrase, hoursOfOtherSpeech: hours, conditions: conditions, missed: missed, alarms: alarms)
    }

    /// The time that detection takes, and the recordings searched in it, without the room noise around them.
    private struct Clock {
        private var time = Duration.zero
        private var samples = 0

        /// Seconds for each second of sound.
        var factor: Double { time / .seconds(1) / (Double(max(1, samples)) / Double(PCMFormat.speech.rate)) }

        mutating func measure<Result>(_ count: Int, _ body: () async throws -> Result) async rethrows -> Result {
            let start = ContinuousClock.now
            let result = try await body()
            time += .now - start
            samples += count
            return result
        }
    }

    /// Returns the names of the recordings of the wake word in which the detector does not find it.
    /// - Parameter ratio: The ratio of speech to noise, in dB; nil adds no noise.
    private func misses(
        of said: [(name: String, samples: [Int16])], ratio: Double?, _ phrase: any WakeWordDetector,
        _ clock: inout Clock, _ step: (String) -> Void
    ) async throws -> [String] {
        var mixer = NoiseMixer(noise: noise ?? [], seed: options.seed)
        var misses: [String] = []
        for (name, samples) in said {
            let scene = Self.inRoom(samples)
            let mixed = ratio.map { mixer.mix(scene, ratio: $0) } ?? scene
            let positions = try await clock.measure(samples.count) {
                try await RecordedWakeWords.positions(in: mixed, phrase, gain: Self.gain)
            }
            if positions.isEmpty { misses.append(name) }
            step("")
        }
        return misses
    }

    /// Returns the detections in other recordings, each with its file and its second, and the hours of the recordings.
    private func falseAlarms(
        _ phrase: any WakeWordDetector, _ clock: inout Clock, _ step: (String) -> Void
    ) async throws -> ([String], hours: Double) {
        var alarms: [String] = []
        var count = 0
        // One file after the other: hours of sound do not have to fit into memory.
        for name in options.other {
            let recording = try SoundSamples.read(name)
            // The room noise that is added cannot raise a false alarm, so it is no part of the hours.
            count += recording.count
            let samples = Self.inRoom(recording)
            let positions = try await clock.measure(recording.count) {
                try await RecordedWakeWords.positions(in: samples, phrase, gain: Self.gain)
            }
            for position in positions {
                alarms.append("\(name) \(Double(max(0, position - Self.quiet) / 1_600) / 10) s")
            }
            step(
                "; \(count / PCMFormat.speech.samples(.seconds(60))) minutes of other sound, \(alarms.count) false alarms"
            )
        }
        return (alarms, Double(count) / Double(PCMFormat.speech.rate) / 3_600)
    }

    private func settings(_ sensitivity: Int) -> WakeEngine.Settings {
        var settings = WakeEngine.Settings()
        (settings.sensitivity, settings.sphinxModel) = (sensitivity, options.model)
        settings.manifests = options.manifests
        return settings
    }

    private func spoken(_ engine: WakeEngine, _ sensitivity: Int) async throws -> any WakeWordDetector {
        try await engine.detector(options.phrase, settings(sensitivity))
    }

    /// Returns the recordings of the wake word, or those that espeak-ng makes.
    private func wakeWordRecordings() throws -> [(name: String, samples: [Int16])] {
        if !options.said.isEmpty {
            return try options.said.map { ($0, try SoundSamples.read($0)) }
        }
        var recordings: [(String, [Int16])] = []
        for voice in Self.voices {
            for (index, speed) in Self.speeds.enumerated() {
                let text = options.phrase + (index.isMultiple(of: 2) ? ", turn on the kitchen light" : "")
                let samples = try SynthesizedSpeech.samples(text, voice: voice, speed: speed)
                recordings.append(("\(voice) at \(speed)", samples))
            }
        }
        return recordings
    }

    /// Samples of quiet room noise before a recording: one second. After it there are 1.5 seconds.
    private static let quiet = PCMFormat.speech.samples(.seconds(1))

    /// Returns the samples with room noise before and after.
    private static func inRoom(_ samples: [Int16]) -> [Int16] {
        SynthesizedSpeech.silence(1) + samples + SynthesizedSpeech.silence(1.5)
    }
}
