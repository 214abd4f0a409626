/// Utterances with the intents and slots that are expected.
public struct LabelledUtterances: Sendable {
    /// An utterance with its expected meaning.
    public struct Item: Sendable, Equatable {
        /// The utterance as written in the file.
        public var text: String
        /// The expected intent; nil when the utterance must be rejected.
        public var intent: String?
        /// The expected slot values, by name; nil when the file gives none.
        var slots: [String: String]?
        /// The line in the file, from 1.
        var line: Int
    }

    /// The utterances, in the order of the file.
    public var items: [Item]

    /// Reads a file whose lines are JSON such as `{"text": "order tea", "intent": "Order", "slots": [{"name":
    /// "drink", "value": "tea"}]}`, or the name of an intent and an utterance. The intents `oos` and
    /// `AMAZON.FallbackIntent` mean that the utterance must be rejected.
    public init(contentsOf file: String) throws(InteractionModelError) {
        items = []
        let text = try InteractionModelFiles.text(file)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard let first = line.first(where: { !$0.isWhitespace }) else { continue }
            items.append(try Self.item(String(line), isJSON: first == "{", file: file, line: index + 1))
        }
        guard !items.isEmpty else { throw InteractionModelError(.noModel, file: file, "the file has no utterances") }
    }

    private static func item(_ text: String, isJSON: Bool, file: String, line: Int) throws(InteractionModelError)
        -> Item
    {
        guard isJSON else {
            let parts = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard parts.count == 2 else {
                throw InteractionModelError(
                    .shape, file: file, line: line, "the line should be an intent's name and an utterance")
            }
            return Item(text: String(parts[1]), intent: intent(String(parts[0])), slots: nil, line: line)
        }
        let node: JSONNode
        do throws(InteractionModelError) {
            node = try JSONFileReader.read(text, file: file)
        } catch {
            throw InteractionModelError(.syntax, file: file, line: line, error.sentence)
        }
        guard let text = node["text"]?.string, let name = node["intent"]?.string else {
            throw InteractionModelError(.shape, file: file, line: line, "the line needs \"text\" and \"intent\"")
        }
        let slots = node["slots"]?.array.map { slots in
            Dictionary(
                slots.compactMap { slot in
                    slot["name"]?.string.flatMap { name in slot["value"]?.text.map { (name, $0) } }
                }, uniquingKeysWith: { $1 })
        }
        return Item(text: text, intent: intent(name), slots: slots, line: line)
    }

    private static func intent(_ name: String) -> String? {
        name == "oos" || name == "AMAZON.FallbackIntent" ? nil : name
    }
}
