import SaybusAudioOutput
import SaybusExternalEngines
import SaybusMessages
import SaybusStage

/// The answer to `describe`: the services with their languages, voices and makers.
struct ServiceDescription {
    let services: WyomingServices
    /// The recognizer's engine; nil without `asr`.
    let recognizer: String?
    let voices: [Voice]

    private static let attribution: JSONValue = ["name": "Saybus", "url": ""]

    /// The `info` event.
    var info: WyomingEvent {
        let language = JSONValue.string(services.language)
        var data: [String: JSONValue] = ["asr": [], "tts": [], "wake": [], "intent": [], "handle": []]
        if let recognizer {
            let model = Self.item(recognizer, "Speech recognition by \(recognizer)", ["languages": [language]])
            data["asr"] = [
                Self.item(
                    "saybus", "Speech recognition by Saybus",
                    ["models": [model], "supports_transcript_streaming": true])
            ]
        }
        if let synthesizer = services.synthesizer {
            data["tts"] = [
                Self.item(
                    "saybus", "Speech synthesis by \(synthesizer.engine)",
                    ["voices": .array(voices.map(Self.voice)), "supports_synthesize_streaming": true])
            ]
        }
        if !services.wakePhrases.isEmpty {
            let models = services.wakePhrases.map { phrase in
                Self.item(
                    WyomingServices.name(of: phrase), phrase,
                    ["languages": [language], "phrase": .string(phrase)])
            }
            data["wake"] = [Self.item("saybus", "Wake words of Saybus", ["models": .array(models)])]
        }
        let model = Self.item("saybus", "The apps on the bus", ["languages": [language]])
        data["intent"] = [Self.item("saybus", "Intents of the apps on the bus", ["models": [model]])]
        data["handle"] = [
            Self.item(
                "saybus", "Commands of the apps on the bus",
                ["models": [model], "supports_handled_streaming": true])
        ]
        return WyomingEvent(type: "info", data: data)
    }

    private static func voice(_ voice: Voice) -> JSONValue {
        let languages = voice.languages.map { JSONValue.string($0) }
        return item(voice.identifier, voice.name, ["languages": .array(languages)])
    }

    /// Returns an item of the description, with its maker and version.
    static func item(_ name: String, _ description: String, _ more: [String: JSONValue]) -> JSONValue {
        let fields: [String: JSONValue] = [
            "name": .string(name), "description": .string(description), "attribution": attribution,
            "installed": true, "version": .string(ProjectVersion.current),
        ]
        return .object(fields.merging(more) { $1 })
    }
}
