import SaybusExternalEngines
import SaybusMessages
import SaybusSupport

extension HTTPCall {
    /// Returns the values in an answer by name.
    func values(in bytes: [UInt8]) throws(HTTPFailure) -> [String: Parameter.Value] {
        // The query is left out, as in HTTPExchange.name.
        let name = LogLine.clean(String(url.description.prefix { $0 != "?" }), limit: 120)
        guard !outputs.isEmpty else {
            return [ActionPlan.outputName: .text(LogLine.first(of: bytes, limit: maximumLength))]
        }
        guard let document = try? JSONValue(parsing: bytes) else {
            throw HTTPFailure(.badAnswer, "\(name) did not answer in JSON")
        }
        var values: [String: Parameter.Value] = [:]
        for (output, path) in outputs.sorted(by: { $0.key < $1.key }) {
            switch path.value(in: document) {
            case .string(let text): values[output] = .text(LogLine.clean(text, limit: maximumLength))
            case .integer(let number): values[output] = Self.value(of: number)
            case .number(let number): values[output] = .number(number)
            case .boolean(let isTrue): values[output] = .text(isTrue ? "true" : "false")
            case .null, nil: throw HTTPFailure(.badAnswer, "the answer of \(name) has no \(path)")
            case .array, .object:
                throw HTTPFailure(.badAnswer, "\(path) in the answer of \(name) is no text and no number")
            }
        }
        return values
    }

    /// Returns the value of a whole number: text where a number has no place for all its digits, as those of many
    /// identifiers.
    private static func value(of number: Int64) -> Parameter.Value {
        Double(exactly: number).map { .number($0) } ?? .text("\(number)")
    }
}
