/// Utterances with what they must be understood as.
public struct LabelledUtterances: Sendable {
    /// An utterance.
    public struct Item: Sendable, Equatable {
        /// What is said.
        public var text: String
        /// The intent's name; nil when it must not be understood.
        public var intent: String?
        /// The slots' values by name; nil when the file has none for it.
        public var slots: [String: String]?
        /// From 1.
        public var line: Int
    }

    /// In the file's order.
    public var items: [Item]

    /// Reads a file: lines of JSON as `{"text": "order tea", "intent": "Order", "slots": [{"name": "drink", "value": "tea"}]}`,
    /// or lines of an intent's name and an utterance. The intents `oos` and `AMAZON.FallbackIntent` mean: none.
    public init(contentsOf file: String) throws(ModelError) {
        items = []
        let text = try ModelFile.text(file)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            guard let first = line.first(where: { !$0.isWhitespace }) else { continue }
            items.append(try Self.item(String(line), isJSON: first == "{", file: file, line: index + 1))
        }
        guard !items.isEmpty else { throw ModelError(.noModel, file: file, "the file has no utterances") }
    }

    private static func item(_ text: String, isJSON: Bool, file: String, line: Int) throws(ModelError) -> Item {
        guard isJSON else {
            let parts = text.split(maxSplits: 1, whereSeparator: \.isWhitespace)
            guard parts.count == 2 else {
                throw ModelError(.shape, file: file, line: line, "the line should be an intent's name and an utterance")
            }
            return Item(text: String(parts[1]), intent: intent(String(parts[0])), slots: nil, line: line)
        }
        let node: JSONNode
        do throws(ModelError) {
            node = try JSONFileReader.read(text, file: file)
        } catch {
            throw ModelError(.syntax, file: file, line: line, error.sentence)
        }
        guard let text = node["text"]?.string, let name = node["intent"]?.string else {
            throw ModelError(.shape, file: file, line: line, "the line needs \"text\" and \"intent\"")
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
