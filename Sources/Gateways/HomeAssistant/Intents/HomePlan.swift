import SaybusMessages

/// The plan for an intent of Home Assistant: the services to call, or what is done instead. Pure.
enum HomePlan: Equatable {
    /// A call of a service.
    struct Call: Equatable {
        /// The domain of the service, such as `light`.
        let domain: String
        /// The service, such as `turn_on`.
        let service: String
        /// The entities; empty for a service without any.
        let entities: [String]
        /// The data of the service.
        var data: [String: JSONValue] = [:]
    }

    /// Services are called, and then the response is given. The first entity is that of the response.
    case call([Call], [Home.Entity])
    /// The response is given at once: from the entities that fit.
    case answer([Home.Entity])
    /// The response is given at once, from the entities that match and those that do not.
    case query(matched: [Home.Entity], unmatched: [Home.Entity])
    /// No entity fits.
    case nothingFits
    /// Home Assistant itself is asked about the sentence.
    case converse

    /// The intents that act on entities of certain domains, with a service of the same domain.
    private static let services: [String: (domains: Set<String>, service: String)] = [
        "HassMediaPause": (["media_player"], "media_pause"),
        "HassMediaUnpause": (["media_player"], "media_play"),
        "HassMediaNext": (["media_player"], "media_next_track"),
        "HassMediaPrevious": (["media_player"], "media_previous_track"),
        "HassMediaPlayerMute": (["media_player"], "volume_mute"),
        "HassMediaPlayerUnmute": (["media_player"], "volume_mute"),
        "HassSetVolume": (["media_player"], "volume_set"),
        "HassVacuumStart": (["vacuum"], "start"),
        "HassVacuumReturnToBase": (["vacuum"], "return_to_base"),
        "HassLawnMowerStartMowing": (["lawn_mower"], "start_mowing"),
        "HassLawnMowerDock": (["lawn_mower"], "dock"),
        "HassLightSet": (["light"], "turn_on"),
        "HassClimateSetTemperature": (["climate"], "set_temperature"),
        "HassFanSetSpeed": (["fan"], "set_percentage"),
    ]

    /// Plans an intent.
    /// - Parameters:
    ///   - intent: The name of the intent.
    ///   - parameters: The slots.
    ///   - home: The home, with its states.
    init(_ intent: String, _ parameters: [String: Parameter], in home: Home) {
        let slots = parameters.mapValues { "\($0.value)" }
        let targets = HomeTargets(home: home)
        switch intent {
        case "HassTurnOn", "HassTurnOff", "HassToggle":
            self = Self.calls(targets.entities(slots)) { Self.switching(intent, $0.domain) }
        case "HassSetPosition":
            guard let data = Self.data(intent, parameters) else {
                self = .converse
                return
            }
            self = Self.calls(targets.entities(slots, domains: ["cover", "valve"])) { entity in
                let service = entity.domain == "cover" ? "set_cover_position" : "set_valve_position"
                return Call(domain: entity.domain, service: service, entities: [], data: data)
            }
        case "HassGetState": self = Self.state(slots, targets)
        case "HassClimateGetTemperature":
            self = Self.first(of: targets.entities(slots, domains: ["climate"]))
        case "HassGetWeather": self = Self.first(of: targets.entities(slots, domains: ["weather"]))
        case "HassGetCurrentTime", "HassGetCurrentDate", "HassNevermind", "HassRespond": self = .answer([])
        case "HassListAddItem", "HassShoppingListAddItem": self = Self.addition(intent, slots, targets)
        default:
            guard let (domains, service) = Self.services[intent] else {
                self = .converse
                return
            }
            // An intent without its value, such as a colour in words that no service takes, is Home Assistant's.
            guard let data = Self.data(intent, parameters) else {
                self = .converse
                return
            }
            self = Self.calls(targets.entities(slots, domains: domains)) {
                Call(domain: $0.domain, service: service, entities: [], data: data)
            }
        }
    }

    /// Returns the service that switches entities of a domain.
    private static func switching(_ intent: String, _ domain: String) -> Call? {
        let isOn = intent == "HassTurnOn"
        if intent == "HassToggle" { return Call(domain: "homeassistant", service: "toggle", entities: []) }
        switch domain {
        case "cover": return Call(domain: domain, service: isOn ? "open_cover" : "close_cover", entities: [])
        case "valve": return Call(domain: domain, service: isOn ? "open_valve" : "close_valve", entities: [])
        case "lock": return Call(domain: domain, service: isOn ? "lock" : "unlock", entities: [])
        case "scene": return isOn ? Call(domain: domain, service: "turn_on", entities: []) : nil
        case "button", "input_button": return isOn ? Call(domain: domain, service: "press", entities: []) : nil
        case "vacuum": return Call(domain: domain, service: isOn ? "start" : "return_to_base", entities: [])
        case "sensor", "binary_sensor", "weather", "person", "todo", "event", "update": return nil
        default: return Call(domain: "homeassistant", service: isOn ? "turn_on" : "turn_off", entities: [])
        }
    }

    /// Returns the data of a service; nil when the intent has a value that is not known here.
    private static func data(_ intent: String, _ parameters: [String: Parameter]) -> [String: JSONValue]? {
        func number(_ name: String) -> JSONValue? {
            guard case .number(let number)? = parameters[name]?.value else { return nil }
            return Int64(exactly: number).map { .integer($0) } ?? .number(number)
        }
        switch intent {
        case "HassLightSet":
            var data: [String: JSONValue] = [:]
            data["brightness_pct"] = number("brightness")
            data["color_temp_kelvin"] = number("temperature")
            if case .text(let color)? = parameters["color"]?.value { data["color_name"] = .string(color) }
            return data.isEmpty ? nil : data
        case "HassClimateSetTemperature": return number("temperature").map { ["temperature": $0] }
        case "HassFanSetSpeed": return (number("percentage") ?? number("fan_speed")).map { ["percentage": $0] }
        case "HassSetPosition": return number("position").map { ["position": $0] }
        case "HassSetVolume":
            guard case .number(let percent)? = (parameters["volume_level"] ?? parameters["volume"])?.value else {
                return nil
            }
            return ["volume_level": .number(percent / 100)]
        case "HassMediaPlayerMute": return ["is_volume_muted": true]
        case "HassMediaPlayerUnmute": return ["is_volume_muted": false]
        default: return [:]
        }
    }

    /// Returns calls with the entities of the same service together.
    private static func calls(_ entities: [Home.Entity], _ call: (Home.Entity) -> Call?) -> HomePlan {
        guard !entities.isEmpty else { return .nothingFits }
        var calls: [Call] = []
        var used: [Home.Entity] = []
        for entity in entities {
            guard let one = call(entity) else { continue }
            used.append(entity)
            if let index = calls.firstIndex(where: { $0.domain == one.domain && $0.service == one.service }) {
                let old = calls[index]
                calls[index] = Call(
                    domain: old.domain, service: old.service, entities: old.entities + [entity.id], data: old.data)
            } else {
                calls.append(Call(domain: one.domain, service: one.service, entities: [entity.id], data: one.data))
            }
        }
        return calls.isEmpty ? .converse : .call(calls, used)
    }

    private static func first(of entities: [Home.Entity]) -> HomePlan {
        entities.first.map { .answer([$0]) } ?? .converse
    }

    private static func state(_ slots: [String: String], _ targets: HomeTargets) -> HomePlan {
        let entities = targets.entities(slots)
        guard !entities.isEmpty else { return .nothingFits }
        guard let wanted = slots["state"] else { return .answer([entities[0]]) }
        let matched = entities.filter { $0.state.lowercased() == wanted.lowercased() }
        return .query(matched: matched, unmatched: entities.filter { !matched.contains($0) })
    }

    private static func addition(_ intent: String, _ slots: [String: String], _ targets: HomeTargets) -> HomePlan {
        guard let item = slots["item"] else { return .converse }
        guard intent == "HassListAddItem" else {
            return .call(
                [Call(domain: "shopping_list", service: "add_item", entities: [], data: ["name": .string(item)])], [])
        }
        guard let list = targets.entities(slots, domains: ["todo"]).first else { return .nothingFits }
        return .call(
            [Call(domain: "todo", service: "add_item", entities: [list.id], data: ["item": .string(item)])], [list])
    }
}
