import SaybusMessages

/// The plan for an intent of Home Assistant: the services to call, or what is done instead. Pure.
enum HomePlan: Equatable {
    /// A call of a service.
    struct Call: Equatable {
        /// The domain of the service, such as `light`.
        let domain: String
        /// The service, such as `turn_on`.
        let service: String
        /// The entity; nil for a service without any.
        var entity: String?
        /// The data of the service.
        var data: [String: JSONValue] = [:]
    }

    /// Services are called, and then the response is given. The first entity is that of the response.
    case call([Call], [Home.Entity])
    /// The response is given at once: from the entities that fit.
    case answer([Home.Entity])
    /// The response is given at once, from the entities that match and those that do not.
    case query(matched: [Home.Entity], unmatched: [Home.Entity])
    /// No entity fits, or it is not certain which one is meant.
    case mismatch(HomeMismatch)
    /// Home Assistant itself is asked about the sentence.
    case converse

    /// The intents that act on entities of certain domains, with a service of the same domain. The features are the
    /// bits of Home Assistant's `MediaPlayerEntityFeature`, `VacuumEntityFeature` and `ClimateEntityFeature`.
    private static let services: [String: (demand: HomeDemand, service: String)] = [
        "HassMediaPause": (HomeDemand(domains: ["media_player"], features: 1, state: "playing"), "media_pause"),
        "HassMediaUnpause": (HomeDemand(domains: ["media_player"]), "media_play"),
        "HassMediaNext": (HomeDemand(domains: ["media_player"], features: 32, state: "playing"), "media_next_track"),
        "HassMediaPrevious": (
            HomeDemand(domains: ["media_player"], features: 16, state: "playing"), "media_previous_track"
        ),
        "HassMediaPlayerMute": (HomeDemand(domains: ["media_player"], features: 8), "volume_mute"),
        "HassMediaPlayerUnmute": (HomeDemand(domains: ["media_player"], features: 8), "volume_mute"),
        "HassSetVolume": (HomeDemand(domains: ["media_player"], features: 4), "volume_set"),
        "HassVacuumStart": (HomeDemand(domains: ["vacuum"], features: 8_192), "start"),
        "HassVacuumReturnToBase": (HomeDemand(domains: ["vacuum"], features: 16), "return_to_base"),
        "HassLawnMowerStartMowing": (HomeDemand(domains: ["lawn_mower"]), "start_mowing"),
        "HassLawnMowerDock": (HomeDemand(domains: ["lawn_mower"]), "dock"),
        "HassLightSet": (HomeDemand(domains: ["light"]), "turn_on"),
        "HassClimateSetTemperature": (HomeDemand(domains: ["climate"], features: 1, isSingle: true), "set_temperature"),
        "HassFanSetSpeed": (HomeDemand(domains: ["fan"]), "set_percentage"),
    ]

    /// The other intents that are carried out here.
    private static let others: Set = [
        "HassTurnOn", "HassTurnOff", "HassToggle", "HassSetPosition", "HassGetState", "HassClimateGetTemperature",
        "HassGetWeather", "HassGetCurrentTime", "HassGetCurrentDate", "HassNevermind", "HassRespond",
        "HassListAddItem", "HassShoppingListAddItem", "HassSetVolumeRelative",
    ]

    /// Returns whether an intent is carried out here, as far as its values are known. Home Assistant is asked about
    /// others.
    static func carriesOut(_ intent: String) -> Bool { services[intent] != nil || others.contains(intent) }

    /// Plans an intent.
    /// - Parameters:
    ///   - intent: The name of the intent.
    ///   - parameters: The slots.
    ///   - home: The home, with its states.
    ///   - session: The conversation, whose area tells things of the same name apart.
    init(_ intent: String, _ parameters: [String: Parameter], in home: Home, session: Session) {
        do throws(HomeMismatch) {
            self = try Self.plan(intent, parameters, HomeTargets(parameters, in: home, session: session))
        } catch {
            self = .mismatch(error)
        }
    }

    private static func plan(
        _ intent: String, _ parameters: [String: Parameter], _ targets: HomeTargets
    ) throws(HomeMismatch) -> HomePlan {
        switch intent {
        case "HassTurnOn", "HassTurnOff", "HassToggle":
            let demand = HomeDemand(excluded: targets.saysKind ? [] : HomeTargets.guarded)
            return calls(try targets.entities(demand)) { switching(intent, $0.domain) }
        case "HassSetPosition":
            guard let data = Self.data(intent, parameters) else { return .converse }
            return calls(try targets.entities(HomeDemand(domains: ["cover", "valve"]))) { entity in
                let service = entity.domain == "cover" ? "set_cover_position" : "set_valve_position"
                return Call(domain: entity.domain, service: service, data: data)
            }
        case "HassGetState": return try state(targets)
        case "HassClimateGetTemperature": return first(of: targets, in: "climate")
        case "HassGetWeather": return first(of: targets, in: "weather")
        case "HassGetCurrentTime", "HassGetCurrentDate", "HassNevermind", "HassRespond": return .answer([])
        case "HassSetVolumeRelative": return try volumeStep(parameters["volume_step"]?.value, targets)
        case "HassListAddItem", "HassShoppingListAddItem": return try addition(intent, targets)
        default:
            // An intent without its value, such as a colour in words that no service takes, is Home Assistant's.
            guard let (whole, service) = services[intent], let data = Self.data(intent, parameters) else {
                return .converse
            }
            var demand = whole
            // "Resume" is for the players that are paused, if any is.
            if intent == "HassMediaUnpause", !targets.isNamed,
                targets.candidates(demand).contains(where: { $0.state == "paused" })
            {
                demand.state = "paused"
            }
            return calls(try targets.entities(demand)) {
                Call(domain: $0.domain, service: service, data: data)
            }
        }
    }

    /// Returns the service that switches entities of a domain.
    private static func switching(_ intent: String, _ domain: String) -> Call? {
        let isOn = intent == "HassTurnOn"
        if intent == "HassToggle" { return Call(domain: "homeassistant", service: "toggle") }
        switch domain {
        case "cover": return Call(domain: domain, service: isOn ? "open_cover" : "close_cover")
        case "valve": return Call(domain: domain, service: isOn ? "open_valve" : "close_valve")
        case "lock": return Call(domain: domain, service: isOn ? "lock" : "unlock")
        case "scene": return isOn ? Call(domain: domain, service: "turn_on") : nil
        case "button", "input_button": return isOn ? Call(domain: domain, service: "press") : nil
        case "vacuum": return Call(domain: domain, service: isOn ? "start" : "return_to_base")
        case "sensor", "binary_sensor", "weather", "person", "todo", "event", "update": return nil
        default: return Call(domain: "homeassistant", service: isOn ? "turn_on" : "turn_off")
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

    /// Returns a call for each entity, as Home Assistant does it: one that fails must not keep the others from it.
    static func calls(_ entities: [Home.Entity], _ call: (Home.Entity) -> Call?) -> HomePlan {
        var calls: [Call] = []
        var used: [Home.Entity] = []
        for entity in entities {
            guard var one = call(entity) else { continue }
            one.entity = entity.id
            calls.append(one)
            used.append(entity)
        }
        return calls.isEmpty ? .converse : .call(calls, used)
    }

    private static func first(of targets: HomeTargets, in domain: String) -> HomePlan {
        let entity = (try? targets.entities(HomeDemand(domains: [domain])))?.first
        return entity.map { .answer([$0]) } ?? .converse
    }

    private static func state(_ targets: HomeTargets) throws(HomeMismatch) -> HomePlan {
        guard var wanted = targets.slots["state"]?.lowercased() else {
            return .answer(Array(try targets.entities().prefix(1)))
        }
        // No window is open in a home without windows.
        var entities = try targets.isNamed ? targets.entities() : targets.candidates()
        if entities.isEmpty, targets.slots["domain"] == "cover", targets.slots["device_class"] != nil,
            let state = ["open": "on", "closed": "off"][wanted]
        {
            (entities, wanted) = (targets.sensors.candidates(), state)
        }
        let matched = entities.filter { $0.state.lowercased() == wanted }
        return .query(matched: matched, unmatched: entities.filter { !matched.contains($0) })
    }

    private static func addition(_ intent: String, _ targets: HomeTargets) throws(HomeMismatch) -> HomePlan {
        guard let item = targets.slots["item"] else { return .converse }
        guard intent == "HassListAddItem" else {
            return .call(
                [Call(domain: "shopping_list", service: "add_item", data: ["name": .string(item)])], [])
        }
        let list = try targets.entities(HomeDemand(domains: ["todo"]))[0]
        return .call(
            [Call(domain: "todo", service: "add_item", entity: list.id, data: ["item": .string(item)])], [list])
    }
}
