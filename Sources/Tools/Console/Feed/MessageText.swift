import SaybusMessages

/// The JSON text of a message of the bus: the same as a line of `saybus-tap --json`.
enum MessageText {
    /// The largest body that is passed on; of a larger one, as of sound, only the size.
    static let largestBody = 65_536

    /// Returns the text.
    static func json(_ message: RawMessage) -> String {
        var fields = [
            "\"topic\":\(JSONValue.string(message.header.topic.description).text())",
            "\"header\":\(String(decoding: message.header.encoded(), as: UTF8.self))", "\"body\":\(body(message))",
        ]
        if let stamp = message.stamp { fields.append("\"stamp\":\(String(decoding: stamp.encoded(), as: UTF8.self))") }
        return "{\(fields.joined(separator: ","))}"
    }

    private static func body(_ message: RawMessage) -> String {
        if message.header.content ?? "application/json" == "application/json", message.body.count <= largestBody,
            (try? JSONValue(parsing: message.body)) != nil
        {
            return String(decoding: message.body, as: UTF8.self)
        }
        return "{\"bytes\":\(message.body.count)}"
    }
}
