import Foundation
import SaybusSupport

/// A way of listening with a recognizer that fits it, by name. Each option of `saybus up` overrides what its profile
/// says.
public struct PipelineProfile: Sendable, Equatable {
    /// The beginning of a turn.
    enum Activation: String, Sendable, CaseIterable {
        /// Any speech.
        case continuous
        /// A wake word: only the speech after it is recognized.
        case wakeWord = "wake-word"
        /// A button: a `listen.request`.
        case pushToTalk = "push-to-talk"
    }

    /// The kind of speech that is recognized.
    enum Speech: String, Sendable, CaseIterable {
        /// The sentences that the apps understand now, and nothing else.
        case commands
        /// Any words.
        case dictation

        /// The engine of saybus-transcribe.
        fileprivate var engine: String {
            switch self {
            case .commands: "pocketsphinx"
            case .dictation: "whisper"
            }
        }
    }

    /// The wake word of a profile that needs one.
    static let wakeWord = "hey computer"

    let activation: Activation
    let speech: Speech

    /// All profiles: each way to begin a turn with each kind of speech.
    public static let all = Activation.allCases.flatMap { activation in
        Speech.allCases.map { PipelineProfile(activation: activation, speech: $0) }
    }

    /// The name, such as `wake-word-commands`.
    public var name: String { "\(activation.rawValue)-\(speech.rawValue)" }

    /// Returns the profile of a name; nil when there is none.
    public static func named(_ name: String) -> PipelineProfile? { all.first { $0.name == name } }

    /// Returns the user's own profile of a name: a pipeline's file `profiles/NAME.yaml` in the folder of settings; nil
    /// when there is none.
    /// - Parameters:
    ///   - name: The name.
    ///   - environment: The variables that tell the folder.
    public static func file(
        named name: String, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> String? {
        guard !name.isEmpty, !name.contains("/") else { return nil }
        let path = "\(UserDirectory.configuration.saybus(environment))/profiles/\(name).yaml"
        return FileManager.default.isReadableFile(atPath: path) ? path : nil
    }

    /// Sets what a plan leaves open: the microphone, the wake word or the button, and the recognizer.
    public func apply(to plan: inout PipelinePlan) {
        if plan.input == .none { plan.input = .microphone(nil) }
        switch activation {
        case .continuous: break
        case .wakeWord: if plan.wake.isEmpty { plan.wake = [Self.wakeWord] }
        // A wake word that the user has named replaces the button.
        case .pushToTalk: if plan.wake.isEmpty { plan.listening.append("--push-to-talk") }
        }
        if plan.recognizer.isEmpty { plan.recognizer = ["--engine", "auto"] }
        for index in plan.recognizer.indices.dropLast()
        where plan.recognizer[index] == "--engine" && plan.recognizer[index + 1] == "auto" {
            plan.recognizer[index + 1] = speech.engine
        }
    }
}
