import Foundation
import SaybusInteractionModels
import SaybusMessages

/// The sentences with which Home Assistant answers an intent, filled with values. Pure.
struct HomeResponse {
    /// The templates by intent and key, such as `HassTurnOn` and `lights_area`.
    let templates: [String: [String: String]]
    /// The sentences for errors, by key.
    let errors: [String: String]

    /// The parameter in which a sentence's group names the key of its response.
    static let key = HomeAssistantModel.responseParameter

    /// Returns the response for an intent; nil when there is none, or its template has what is not supported.
    /// - Parameters:
    ///   - command: The intent with its slots.
    ///   - plan: What was done.
    ///   - now: The time, for questions about it.
    func text(_ command: CommandInvoked, _ plan: HomePlan, now: DateComponents) -> String? {
        guard let templates = templates[command.type] else { return nil }
        let key = command.parameters[Self.key].map { "\($0.value)" } ?? "default"
        guard let template = templates[key] ?? templates["default"] else { return nil }
        return try? ResponseTemplate(template).render(Self.values(command, plan, now))
    }

    /// Returns the sentence for an error; nil when there is none.
    func error(_ key: String, _ values: [String: String] = [:]) -> String? {
        errors[key].flatMap { try? ResponseTemplate($0).render(values.mapValues { .text($0) }) }
    }

    /// Returns the sentence for a mismatch, the most precise one that there is. Sentences of older versions lack some.
    func error(_ mismatch: HomeMismatch) -> String? {
        for key in mismatch.keys + ["handle_error"] {
            if let text = error(key, mismatch.values) { return text }
        }
        return nil
    }

    private static func values(
        _ command: CommandInvoked, _ plan: HomePlan, _ now: DateComponents
    ) -> [String: TemplateValue] {
        var slots: [String: TemplateValue] = [:]
        for (name, parameter) in command.parameters where name != key {
            // A value is repeated as it was said: "the kitchen lights", "ten percent".
            if case .number(let number) = parameter.value {
                slots[name] = Int(exactly: number).map { .integer($0) } ?? .number(number)
            } else {
                slots[name] = .text(parameter.words.isEmpty ? "\(parameter.value)" : parameter.words)
            }
        }
        slots["time"] = .map([
            "hour": .integer(now.hour ?? 0), "minute": .integer(now.minute ?? 0), "second": .integer(now.second ?? 0),
        ])
        slots["date"] = .map([
            "year": .integer(now.year ?? 0), "month": .integer(now.month ?? 1), "day": .integer(now.day ?? 1),
            // Python's Monday is 0, Foundation's Sunday is 1.
            "weekday": .integer(((now.weekday ?? 1) + 5) % 7),
        ])
        var values: [String: TemplateValue] = ["slots": .map(slots)]
        var (matched, unmatched, first): ([Home.Entity], [Home.Entity], Home.Entity?) = ([], [], nil)
        switch plan {
        case .call(_, let entities), .answer(let entities): (matched, first) = (entities, entities.first)
        case .query(let fit, let rest): (matched, unmatched, first) = (fit, rest, fit.first ?? rest.first)
        case .mismatch, .converse: break
        }
        values["query"] = .map([
            "matched": .list(matched.map(state)), "unmatched": .list(unmatched.map(state)),
            "total_results": .integer(matched.count + unmatched.count),
        ])
        if let first { values["state"] = state(first) }
        return values
    }

    /// Returns an entity as templates see its state.
    private static func state(_ entity: Home.Entity) -> TemplateValue {
        let attributes = entity.attributes.mapValues { value($0) }
        var withUnit = entity.state
        if case .text(let unit)? = attributes["unit_of_measurement"] { withUnit += " " + unit }
        return .map([
            "entity_id": .text(entity.id), "domain": .text(entity.domain), "state": .text(entity.state),
            "name": .text(entity.names.first ?? entity.id), "attributes": .map(attributes),
            "state_with_unit": .text(withUnit), "object_id": .text(String(entity.id.drop { $0 != "." }.dropFirst())),
        ])
    }

    private static func value(_ value: JSONValue) -> TemplateValue {
        switch value {
        case .null: .none
        case .boolean(let value): .boolean(value)
        case .integer(let value): .integer(Int(value))
        case .number(let value): .number(value)
        case .string(let value): .text(value)
        case .array(let items): .list(items.map { self.value($0) })
        case .object(let members): .map(members.mapValues { self.value($0) })
        }
    }
}
