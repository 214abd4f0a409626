import Foundation

/// Texts on their way into SSML.
enum SSMLText {
    /// A text as the content of `<speak>`: trimmed, and without one `<speak>` around it that it already has.
    static func speech(_ text: String) -> String {
        var content = Substring(text.trimmed)
        if content.hasPrefix("<speak>"), content.hasSuffix("</speak>") {
            content = content.dropFirst("<speak>".count).dropLast("</speak>".count)
        }
        return "<speak>\(content.trimmed)</speak>"
    }

    /// A text that SSML's reader gives back as it is; what is escaped already is not escaped again.
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
