/// The first request for a dialog manager that takes over.
public enum UpdatedRequest: Codable, Sendable, Equatable {
    /// A request with an intent.
    case intentRequest(Intent)
    /// A request with an input.
    case inputRequest(DialogInput)

    private enum CodingKeys: String, CodingKey { case type, intent, input }

    /// Decodes an object of `type` `IntentRequest` or `Dialog.InputRequest`.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .type) {
        case IntentRequest.type: self = .intentRequest(try container.decode(Intent.self, forKey: .intent))
        case InputRequest.type: self = .inputRequest(try container.decode(DialogInput.self, forKey: .input))
        case let type:
            throw DecodingError.dataCorruptedError(
                forKey: .type, in: container,
                debugDescription:
                    "an updated request is \(IntentRequest.type) or \(InputRequest.type), not \(type.prefix(40))")
        }
    }

    /// Encodes the request with its `type`.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        switch self {
        case .intentRequest(let intent):
            try container.encode(IntentRequest.type, forKey: .type)
            try container.encode(intent, forKey: .intent)
        case .inputRequest(let input):
            try container.encode(InputRequest.type, forKey: .type)
            try container.encode(input, forKey: .input)
        }
    }
}
