/// The value of a slot, or the values of a slot that takes several.
public enum SlotValue: Codable, Sendable, Equatable {
    /// One value, with its resolutions.
    case simple(SimpleSlotValue)
    /// A list of values. Lists may be nested.
    case list([SlotValue])

    /// Maximum nesting of lists, so that hostile JSON cannot exhaust the stack.
    public static let maximumDepth = 16

    private enum CodingKeys: String, CodingKey { case values }

    /// Decodes an object of `type` `Simple` or `List`.
    public init(from decoder: any Decoder) throws {
        switch try decoder.objectType {
        case "Simple": self = .simple(try SimpleSlotValue(from: decoder))
        case "List":
            guard decoder.codingPath.count(where: { $0.stringValue == "values" }) < Self.maximumDepth else {
                throw Self.failure(decoder, "lists of values are more than \(Self.maximumDepth) deep")
            }
            let container = try decoder.container(keyedBy: CodingKeys.self)
            self = .list(try container.decodeIfPresent([SlotValue].self, forKey: .values) ?? [])
        case let type: throw Self.failure(decoder, "a slot's value is Simple or List, not \(type.prefix(40))")
        }
    }

    /// Encodes the value with its `type`.
    public func encode(to encoder: any Encoder) throws {
        switch self {
        case .simple(let value): try encoder.write(value, type: "Simple")
        case .list(let values): try encoder.write(["values": values], type: "List")
        }
    }

    private static func failure(_ decoder: any Decoder, _ sentence: String) -> DecodingError {
        .dataCorrupted(.init(codingPath: decoder.codingPath, debugDescription: sentence))
    }
}
