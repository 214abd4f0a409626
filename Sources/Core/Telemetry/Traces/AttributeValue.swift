import Tracing

/// OTLP's `AnyValue` in JSON.
enum AttributeValue: Encodable {
    case string(String)
    case int(Int64)
    case double(Double)
    case bool(Bool)
    case array([AttributeValue])

    /// The most characters of a text.
    private static let maximumLength = 1024

    private enum Key: String, CodingKey { case stringValue, intValue, doubleValue, boolValue, arrayValue, values }

    /// Creates a value.
    init(_ attribute: SpanAttribute) {
        self =
            switch attribute {
            case .int32(let value): .int(Int64(value))
            case .int64(let value): .int(value)
            case .double(let value): .double(value)
            case .bool(let value): .bool(value)
            case .string(let value): .string(value)
            case .int32Array(let values): .array(values.map { .int(Int64($0)) })
            case .int64Array(let values): .array(values.map { .int($0) })
            case .doubleArray(let values): .array(values.map { .double($0) })
            case .boolArray(let values): .array(values.map { .bool($0) })
            case .stringArray(let values): .array(values.map { .string($0) })
            case .stringConvertible(let value): .string("\(value)")
            case .stringConvertibleArray(let values): .array(values.map { .string("\($0)") })
            default: .string("")
            }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .string(let text): try container.encode(String(text.prefix(Self.maximumLength)), forKey: .stringValue)
        case .int(let value): try container.encode("\(value)", forKey: .intValue)
        // JSON has no other numbers; protobuf's mapping writes them as words.
        case .double(let value) where value.isFinite: try container.encode(value, forKey: .doubleValue)
        case .double(let value):
            try container.encode(value.isNaN ? "NaN" : value < 0 ? "-Infinity" : "Infinity", forKey: .doubleValue)
        case .bool(let value): try container.encode(value, forKey: .boolValue)
        case .array(let values):
            var array = container.nestedContainer(keyedBy: Key.self, forKey: .arrayValue)
            try array.encode(values, forKey: .values)
        }
    }
}
