import Foundation

/// The secrets that an app's requests and programs use, such as the token of a server. They are in no description, no
/// message and no log.
struct AppSecrets: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
    /// Fewest characters of a secret that is hidden in texts: a shorter one is found in too many of them.
    static let minimumHiddenLength = 4

    /// The values by name.
    var values: [String: String] = [:]

    /// The names only.
    var description: String { "secrets \(values.keys.sorted())" }
    var customMirror: Mirror { Mirror(reflecting: values.keys.sorted()) }

    /// Returns whether a text is the name of a secret: capitals, digits and `_`.
    static func isName(_ text: String) -> Bool {
        guard let first = text.utf8.first, first >= UInt8(ascii: "A"), first <= UInt8(ascii: "Z") else { return false }
        return text.utf8.allSatisfy { byte in
            UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
                || byte == UInt8(ascii: "_")
        }
    }

    /// Returns the names of the secrets in a text, as `${NAME}`.
    static func names(in text: String) -> [String] {
        text.matches(of: /\$\{([A-Z][A-Z0-9_]*)\}/).map { String($0.1) }
    }

    /// Returns a text with the secrets in place of their names.
    func filled(_ text: String) -> String {
        text.replacing(/\$\{([A-Z][A-Z0-9_]*)\}/) { values[String($0.1)] ?? String($0.0) }
    }

    /// Returns a text with names in place of the secrets, since a server or a program may repeat what it got.
    func hidden(in text: String) -> String {
        var text = text
        for (name, value) in values.sorted(by: { $0.value.count > $1.value.count })
        where value.count >= Self.minimumHiddenLength {
            text = text.replacing(value, with: "[\(name)]")
        }
        return text
    }
}
