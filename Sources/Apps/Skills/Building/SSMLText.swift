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
    ///
    /// XML knows scalars only: a `<` with a combining mark is one character, and begins an element nevertheless.
    static func escaped(_ text: String) -> String {
        var result = String.UnicodeScalarView()
        var rest = text.unicodeScalars[...]
        while let scalar = rest.first {
            if let entity = entities.values.first(where: { rest.starts(with: $0.unicodeScalars) }) {
                result.append(contentsOf: entity.unicodeScalars)
                rest = rest.dropFirst(entity.unicodeScalars.count)
            } else {
                if let entity = entities[scalar] {
                    result.append(contentsOf: entity.unicodeScalars)
                } else {
                    result.append(scalar)
                }
                rest = rest.dropFirst()
            }
        }
        return String(result)
    }

    private static let entities: [Unicode.Scalar: String] = [
        "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;", "'": "&apos;",
    ]
}

extension StringProtocol {
    fileprivate var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
