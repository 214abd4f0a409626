import Foundation

/// Conversions of text to SSML.
enum SSMLText {
    /// Returns the trimmed text in a `<speak>` element, unless it already is in one.
    static func speech(_ text: String) -> String { "<speak>\(content(text))</speak>" }

    /// Returns the trimmed text without a `<speak>` element around it.
    static func content(_ text: String) -> String {
        var content = Substring(text.trimmed)
        if content.hasPrefix("<speak>"), content.hasSuffix("</speak>") {
            content = content.dropFirst("<speak>".count).dropLast("</speak>".count)
        }
        return content.trimmed
    }

    /// Returns the text with the special characters of XML escaped. Existing entities are not escaped again.
    static func escaped(_ text: String) -> String {
        var result = ""
        var rest = Substring(text)
        while let character = rest.first {
            if let entity = entities.first(where: { rest.hasPrefix($0.value) }) {
                result += entity.value
                rest = rest.dropFirst(entity.value.count)
            } else {
                result += entities[character] ?? String(character)
                rest = rest.dropFirst()
            }
        }
        return result
    }

    private static let entities: [Character: String] = [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;",
    ]
}

extension StringProtocol {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
