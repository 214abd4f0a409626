import SaybusSupport
import Yams

/// The kind of a YAML node, with a description for the author of the file.
enum NodeKind: CustomStringConvertible {
    case nothing
    case number(Double, text: String)
    case text(String)
    case list
    case mapping

    init(_ node: Node) {
        switch node {
        case .sequence: self = .list
        case .mapping: self = .mapping
        case .alias: self = .nothing
        case .scalar(let scalar):
            let text = scalar.string
            guard scalar.style == .any || scalar.style == .plain else {
                self = .text(text)
                return
            }
            switch text {
            case "", "~", "null", "Null", "NULL": self = .nothing
            default: self = Self.number(text).map { .number($0, text: text) } ?? .text(text)
            }
        }
    }

    var description: String {
        switch self {
        case .nothing: "nothing"
        case .number(_, let text): "the number \(LogLine.clean(text, limit: 40))"
        case .text(let text): "the text \"\(LogLine.clean(text, limit: 40))\""
        case .list: "a list"
        case .mapping: "a mapping"
        }
    }

    /// Returns a number written in digits; nil for "inf", "0x" and the like.
    static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text),
            number.isFinite
        else { return nil }
        return number
    }
}
