/// A card that a companion app shows.
public enum Card: Codable, Sendable, Equatable {
    /// A card without a picture.
    case simple(title: String, content: String)
    /// A card that may have a picture.
    case standard(title: String, text: String, image: CardImage? = nil)
    /// Asks the user to link an account.
    case linkAccount
    /// Asks the user to grant permissions.
    case askForPermissionsConsent(permissions: [String])
    /// A card of any other type, kept unchanged.
    case unknown(RawObject)

    private enum CodingKeys: String, CodingKey { case type, title, content, text, image, permissions }

    /// Decodes a card of any `type`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        // In Amazon's reference all texts of a card are optional.
        func text(_ key: CodingKeys) throws -> String { try container.decodeIfPresent(String.self, forKey: key) ?? "" }
        switch try container.decode(String.self, forKey: .type) {
        case "Simple": self = .simple(title: try text(.title), content: try text(.content))
        case "Standard":
            self = .standard(
                title: try text(.title), text: try text(.text),
                image: try container.decodeIfPresent(CardImage.self, forKey: .image))
        case "LinkAccount": self = .linkAccount
        case "AskForPermissionsConsent":
            self = .askForPermissionsConsent(
                permissions: try container.decodeIfPresent([String].self, forKey: .permissions) ?? [])
        default: self = .unknown(try RawObject(from: decoder))
        }
    }

    /// Encodes the card with its `type`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .simple(let title, let content):
            try container.encode("Simple", forKey: .type)
            try container.encode(title, forKey: .title)
            try container.encode(content, forKey: .content)
        case .standard(let title, let text, let image):
            try container.encode("Standard", forKey: .type)
            try container.encode(title, forKey: .title)
            try container.encode(text, forKey: .text)
            try container.encodeIfPresent(image, forKey: .image)
        case .linkAccount:
            try container.encode("LinkAccount", forKey: .type)
        case .askForPermissionsConsent(let permissions):
            try container.encode("AskForPermissionsConsent", forKey: .type)
            try container.encode(permissions, forKey: .permissions)
        case .unknown(let object): try object.encode(to: encoder)
        }
    }
}
