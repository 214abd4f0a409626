/// What is said.
public enum OutputSpeech: Codable, Sendable, Equatable {
    /// Words.
    case plainText(String, playBehavior: PlayBehavior? = nil)
    /// SSML, with its `<speak>`.
    case ssml(String, playBehavior: PlayBehavior? = nil)

    /// What happens to what is being said; nil when the skill does not mind.
    public var playBehavior: PlayBehavior? {
        switch self {
        case .plainText(_, let behavior), .ssml(_, let behavior): behavior
        }
    }

    /// The words, or the SSML.
    public var content: String {
        switch self {
        case .plainText(let content, _), .ssml(let content, _): content
        }
    }

    private enum CodingKeys: String, CodingKey { case type, text, ssml, playBehavior }

    /// Reads an object of `type` `PlainText` or `SSML`.
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

    /// Writes it with its `type`.
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
