/// An engine's answer to the name of a voice or language.
struct VoiceOffer {
    /// The degrees to which an engine fits, the best one first.
    enum Fit: Int, Comparable {
        /// A voice has this name.
        case name
        /// A voice speaks the language with its region.
        case region
        /// A voice speaks the language.
        case language
        /// The engine does not know the name, and may still accept it.
        case unknown

        static func < (one: Fit, other: Fit) -> Bool { one.rawValue < other.rawValue }
    }

    /// The engine.
    let engine: any Synthesizer
    /// The identifier of the voice; nil when the engine is to interpret the name.
    let voice: String?
    /// The degree to which it fits.
    let fit: Fit

    init(_ name: String, engine: any Synthesizer, _ voices: [Voice]) {
        self.engine = engine
        let folded = Voice.folded(name)
        let language = folded.prefix { $0 != "-" }
        let speaks = { (voice: Voice, fits: (String) -> Bool) in voice.languages.contains { fits(Voice.folded($0)) } }
        // Of espeak-ng, languages are found by its own priorities.
        let isOwn = engine.engine == "espeak-ng"
        if name.hasSuffix(".onnx"), engine.engine == "piper" {
            // A file of a voice.
            (self.voice, fit) = (name, .name)
        } else if let voice = voices.first(where: {
            Voice.folded($0.identifier) == folded || Voice.folded($0.name) == folded
        }) {
            (self.voice, fit) = (voice.identifier, .name)
        } else if let voice = voices.first(where: { speaks($0) { $0 == folded } }) {
            (self.voice, fit) = (isOwn ? nil : voice.identifier, folded.contains("-") ? .region : .language)
        } else if LanguageTag.isTag(folded),
            let voice = voices.first(where: { speaks($0) { $0.prefix { $0 != "-" } == language } })
        {
            (self.voice, fit) = (isOwn ? nil : voice.identifier, .language)
        } else {
            (self.voice, fit) = (nil, .unknown)
        }
    }

    /// Returns the offers in the order in which they are to be tried: by fit, and by the order of the engines. Of an
    /// engine that does not know the name only the last one counts, which may know more names than it lists.
    static func ranked(_ offers: [VoiceOffer]) -> [VoiceOffer] {
        let known = offers.enumerated().filter { $0.element.fit != .unknown }
            .sorted { ($0.element.fit, $0.offset) < ($1.element.fit, $1.offset) }.map(\.element)
        guard known.isEmpty else {
            // A name is one voice's; a language may be spoken by another engine.
            return known[0].fit == .name ? [known[0]] : known
        }
        return offers.suffix(1)
    }
}
