/// An event to play. On the wire, an object whose `type` names the case.
public enum AudioEvent: Sendable, Equatable {
    /// Words that the audio stage's synthesizer speaks.
    case speech(Speech)
    /// A sine tone, which needs no file.
    case tone(Tone)
    /// A sound file, a sound of the audio stage's bank, or one at an `https` address.
    case file(File)
    /// A pause, in milliseconds.
    case silence(durationMs: Int)
    /// Several events that belong together, played in order.
    case composite([AudioEvent])

    /// Text to be spoken.
    public struct Speech: Sendable, Equatable, Codable {
        /// The format of ``Speech/text``.
        public enum Format: String, Sendable, Codable, CaseIterable {
            /// Plain text, without markup.
            case text
            /// XML in the Speech Synthesis Markup Language.
            case ssml
            /// Text with the marks of Speech Markdown.
            case markdown
        }

        /// The text, in ``format``.
        public var text: String
        /// The format of the text; absent means plain text.
        public var format: Format?
        /// The voice's name, as the synthesizer lists it; absent means the synthesizer's default.
        public var voice: String?
        /// Speaking rate in words a minute; absent means the synthesizer's default.
        public var rate: Int?
        /// Pitch, 0…100; absent means the synthesizer's default.
        public var pitch: Int?
        /// Volume, 0…1; absent means 1.
        public var volume: Double?
        /// An identifier of the publisher's choice, which ``AudioPlayback`` repeats.
        public var id: String?

        /// Creates a speech event.
        public init(
            _ text: String, format: Format? = nil, voice: String? = nil, rate: Int? = nil, pitch: Int? = nil,
            volume: Double? = nil, id: String? = nil
        ) {
            self.text = text
            self.format = format
            self.voice = voice
            self.rate = rate
            self.pitch = pitch
            self.volume = volume
            self.id = id
        }
    }

    /// A sine tone with a fade at both ends, so that it does not click.
    public struct Tone: Sendable, Equatable, Codable {
        /// Frequency in hertz, above 0 and below half the loudspeaker's sample rate.
        public var frequency: Double
        /// Duration in milliseconds.
        public var durationMs: Int
        /// Volume, 0…1; absent means 0.3.
        public var volume: Double?
        /// Fade-in at the beginning, in milliseconds; absent means 5.
        public var attackMs: Int?
        /// Fade-out at the end, in milliseconds; absent means 5.
        public var releaseMs: Int?

        /// Creates a tone.
        public init(
            frequency: Double, durationMs: Int, volume: Double? = nil, attackMs: Int? = nil, releaseMs: Int? = nil
        ) {
            (self.frequency, self.durationMs, self.volume) = (frequency, durationMs, volume)
            (self.attackMs, self.releaseMs) = (attackMs, releaseMs)
        }
    }

    /// A sound file on the audio stage's machine.
    public struct File: Sendable, Equatable, Codable {
        /// The path inside the audio stage's sound folder, a name of its sound bank (`soundbank://saybus/chime`), or an
        /// `https` address. WAV, FLAC, Ogg or MP3, of any sample rate.
        public var path: String
        /// Volume, 0…1; absent means 1.
        public var volume: Double?
        /// Whether the sound begins again at its end, until its sequence is stopped or skipped; absent means false.
        public var loops: Bool?
        /// The position at which the sound begins, in milliseconds from its start; absent means 0.
        public var offsetMs: Int?

        /// Creates a file event.
        public init(_ path: String, volume: Double? = nil, loops: Bool? = nil, offsetMs: Int? = nil) {
            (self.path, self.volume, self.loops, self.offsetMs) = (path, volume, loops, offsetMs)
        }
    }

    /// The deepest nesting of composites. The bound keeps a message from exhausting a receiver's stack.
    public static let maximumDepth = 16

    /// The words of the event and of the events inside it, separated by spaces.
    public var spokenText: String {
        switch self {
        case .speech(let speech): speech.words
        case .composite(let events): events.map(\.spokenText).filter { !$0.isEmpty }.joined(separator: " ")
        case .tone, .file, .silence: ""
        }
    }

    /// The schema of an event. A composite refers to the list called `events` of the body.
    public static let schema = Schema.object(
        "One thing to be heard.",
        [
            .required("type", .choice(["speech", "tone", "file", "silence", "composite"]), "What it is."),
            .required("text", .string, "Speech: the words.", where: "type", is: ["speech"]),
            .optional(
                "format", .choice(Speech.Format.allCases.map(\.rawValue)),
                "Speech: how the words are written; plain text when absent."),
            .optional("voice", .string, "Speech: the voice's name."),
            .optional("rate", .integer, "Speech: words a minute."),
            .optional("pitch", .integer, "Speech: 0 to 100."),
            .optional("id", .string, "Speech: a name of the sender's own, which reports on the event have too."),
            .optional("volume", .fraction, "Speech, tone, file: 0 to 1."),
            .required("frequency", .number, "Tone: hertz.", where: "type", is: ["tone"]),
            .optional("attackMs", .integer, "Tone: length of its fade-in, in milliseconds; 5 when absent."),
            .optional("releaseMs", .integer, "Tone: length of its fade-out, in milliseconds; 5 when absent."),
            .required(
                "path", .string,
                "File: its path inside the audio stage's folder of sounds, a soundbank:// name, or an https address.",
                where: "type", is: ["file"]),
            .optional("loops", .boolean, "File: whether it begins again at its end until it is stopped."),
            .optional("offsetMs", .integer, "File: the position at which it begins, in milliseconds from its start."),
            .required(
                "durationMs", .integer, "Tone, silence: length in milliseconds.", where: "type",
                is: ["tone", "silence"]),
            .required(
                "events", .array(.reference("/properties/events/items")), "Composite: the events inside.",
                where: "type", is: ["composite"]),
        ])
}

extension AudioEvent: Codable {
    private enum CodingKeys: String, CodingKey { case type, durationMs, events }

    /// Reads the object that `type` names.
    /// - Throws: `DecodingError` for composites nested deeper than ``maximumDepth``.
    public init(from decoder: any Decoder) throws {
        let fields = try decoder.container(keyedBy: CodingKeys.self)
        switch try fields.decode(String.self, forKey: .type) {
        case "speech": self = .speech(try Speech(from: decoder))
        case "tone": self = .tone(try Tone(from: decoder))
        case "file": self = .file(try File(from: decoder))
        case "silence": self = .silence(durationMs: try fields.decode(Int.self, forKey: .durationMs))
        case "composite":
            let depth = decoder.codingPath.count { $0.stringValue == CodingKeys.events.stringValue }
            guard depth <= Self.maximumDepth else {
                throw DecodingError.dataCorruptedError(
                    forKey: .events, in: fields,
                    debugDescription: "more than \(Self.maximumDepth) composites inside each other")
            }
            self = .composite(try fields.decode([AudioEvent].self, forKey: .events))
        case let type:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: fields, debugDescription: "\"\(type)\" is no audio event")
        }
    }

    /// Writes the object with its `type`.
    public func encode(to encoder: any Encoder) throws {
        var fields = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .speech(let speech):
            try fields.encode("speech", forKey: .type)
            try speech.encode(to: encoder)
        case .tone(let tone):
            try fields.encode("tone", forKey: .type)
            try tone.encode(to: encoder)
        case .file(let file):
            try fields.encode("file", forKey: .type)
            try file.encode(to: encoder)
        case .silence(let durationMs):
            try fields.encode("silence", forKey: .type)
            try fields.encode(durationMs, forKey: .durationMs)
        case .composite(let events):
            try fields.encode("composite", forKey: .type)
            try fields.encode(events, forKey: .events)
        }
    }
}
