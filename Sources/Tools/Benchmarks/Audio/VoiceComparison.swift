import Foundation
import SaybusAudioOutput
import SaybusMessages
import SaybusSupport

/// The engines in this process side by side: time to the first sound, speed, memory, and how well a recognizer
/// understands them.
struct VoiceComparison {
    /// The voices that are compared, with their engines.
    static let voices: [(engine: SynthesisEngine, voice: String)] = [
        (.espeak, "en-us"), (.flite, "slt"), (.flite, "rms"), (.flite, "kal16"), (.piper, "en_US-joe-medium"),
    ]

    /// Sentences of an assistant, without numbers, which a recognizer may write in several ways.
    static let sentences = [
        "The light in the kitchen is on now.",
        "I have added milk and butter to your shopping list.",
        "Your timer is running, and I will tell you when it is over.",
        "Which of the rooms do you mean, the bedroom or the bathroom?",
        "Tomorrow will be cloudy in the morning, with some rain in the afternoon.",
        "I am sorry, I did not understand that. Please say it again.",
        "The next train to the airport leaves from the other platform.",
        "Playing quiet music on the loudspeaker in the living room.",
        "There is a message from your sister. Would you like to hear it?",
        "The front door is locked, and all windows are closed.",
        "Your appointment with the doctor has been moved to Thursday.",
        "Should I remind you to water the flowers before dinner?",
    ]

    /// Returns the figures of the voices that are installed.
    func run() async throws -> [Figure] {
        let listener = VoiceListener()
        var figures: [Figure] = []
        for (engine, voice) in Self.voices {
            guard let synthesizer = try? engine.synthesizer(voice: voice),
                (try? await synthesizer.prepare()) != nil
            else { continue }
            let name = "\(engine.rawValue) \(voice)"
            let stage = try await AudioStageUnderLoad(["--engine", engine.rawValue, "--voice", voice])
            var times: [Double] = []
            for text in Self.sentences {
                times.append(try await stage.firstSample(of: AudioSequence([.speech(.init(text))])) / .milliseconds(1))
            }
            figures.append(Figure("\(name): audio.sequence to first sample, p50", Percentiles(times)(0.5), "ms"))
            figures.append(Figure("\(name): memory of the stage", Double(stage.residentKiB) / 1024, "MB"))
            var seconds = 0.0
            var spent = Duration.zero
            var errors = WordErrors()
            for text in Self.sentences {
                let began = ContinuousClock.now
                let audio = try await synthesizer.synthesize(.init(text))
                var samples: [Int16] = []
                for try await block in audio.blocks { samples += block.samples }
                spent += ContinuousClock.now - began
                seconds += Double(samples.count) / Double(audio.rate)
                if let heard = try listener?.text(of: samples, rate: audio.rate) {
                    errors.add(said: Self.words(text), heard: Self.words(heard))
                }
            }
            figures.append(Figure("\(name): seconds of sound a second", seconds / (spent / .seconds(1)), "×"))
            if listener != nil {
                figures.append(Figure("\(name): words that Whisper mishears", 100 * (errors.rate ?? 0), "%"))
            }
        }
        return figures
    }

    private static func words(_ text: String) -> [String] {
        text.lowercased().split { !$0.isLetter && !$0.isNumber && $0 != "'" }.map(String.init)
    }
}
