/// Speech that a skill asks the device to say.
public enum OutputSpeech: Codable, Sendable, Equatable {
    /// Plain text.
    case plainText(String, playBehavior: PlayBehavior? = nil)
    /// SSML, including its `<speak>` element.
    case ssml(String, playBehavior: PlayBehavior? = nil)

    /// The treatment of current and queued speech; nil leaves it to the device.
    public var playBehavior: PlayBehavior? {
        switch self {
        case .plainText(_, let behavior), .ssml(_, let behavior): behavior
        }
    }

    /// The text or the SSML.
    public var content: String {
        switch self {
        case .plainText(let content, _), .ssml(let content, _): content
        }
    }

    private enum CodingKeys: String, CodingKey { case type, text, ssml, playBehavior }

    /// Decodes an object of `type` `PlainText` or `SSML`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        let behavior = try container.decodeIfPresent(PlayBehavior.self, forKey: .playBehavior)
        switch try container.decode(String.self, forKey: .type) {
        case "PlainText": self = .plainText(try container.decode(String.self, forKey: .text), playBehavior: behavior)
        case "SSML": self = .ssml(try container.decode(String.self, forKey: .ssml), playBehavior: behavior)
        case let type:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container,
                debugDescription: "speech is PlainText or SSML, not \(type.prefix(40))")
        }
    }

    /// Encodes the speech with its `type`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .plainText(let text, _):
            try container.encode("PlainText", forKey: .type)
            try container.encode(text, forKey: .text)
        case .ssml(let ssml, _):
            try container.encode("SSML", forKey: .type)
            try container.encode(ssml, forKey: .ssml)
        }
        try container.encodeIfPresent(playBehavior, forKey: .playBehavior)
    }
}
