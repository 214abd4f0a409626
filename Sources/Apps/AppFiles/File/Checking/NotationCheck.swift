import SaybusConversation
import SaybusMessages
import SaybusPhrases
import SaybusSupport

/// A check for values of types and options of questions that are written as patterns or templates, though they are said
/// as they stand: `bath[room]`, `{room}`.
struct NotationCheck {
    let file: String
    let app: App
    let map: AppFileMap

    /// The findings, in the order of the types and then of the requests.
    var findings: [AppFinding] {
        let ofTypes = (app.catalog.slotTypes ?? []).flatMap { type -> [AppFinding] in
            type.values.flatMap(Self.texts).filter(Self.isNotation).map { text in
                finding("type \(type.name)", text, "write patterns under \"spoken\"", map.types[type.name])
            }
        }
        let ofRequests = app.requests.sorted { $0.key < $1.key }.flatMap { name, request -> [AppFinding] in
            guard case .select(let options) = request.kind else { return [] }
            return options.flatMap { [$0.label] + $0.aliases }.filter(Self.isNotation).map { text in
                finding("options", text, "write the words of each option", map.requests[name])
            }
        }
        return ofTypes + ofRequests
    }

    private func finding(_ what: String, _ text: String, _ remedy: String, _ place: AppFileMap.Place?) -> AppFinding {
        let written = LogLine.clean(text, limit: 80)
        let words = LogLine.clean(Words.normalize(text).joined(separator: " "), limit: 80)
        return AppFinding(
            .notation, file, place,
            "\(what): \"\(written)\" stands for the words \"\(words)\": it is no pattern, and has no parameters; "
                + remedy)
    }

    /// Returns the texts of a value that are said as they stand.
    private static func texts(of value: Catalog.SlotType.Value) -> [String] {
        (value.spoken == nil ? [value.value] : []) + (value.synonyms ?? [])
    }

    /// Whether a text has a placeholder, an optional part of a word, or alternatives. "Intro [live]" may be a name.
    private static func isNotation(_ text: String) -> Bool {
        text.contains(/\{\w+[^}]*\}|\w\[|\]\w|\([^()]*\|/)
    }
}
