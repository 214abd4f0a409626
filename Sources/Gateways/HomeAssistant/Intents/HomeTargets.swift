import SaybusMessages

/// The entities of a home that an intent's slots name. Pure.
struct HomeTargets {
    /// The slots `name`, `area`, `floor`, `domain`, `device_class` and others.
    let slots: [String: String]

    private let home: Home
    private let parameters: [String: Parameter]
    /// The identifier of the conversation's area; nil for none.
    private let room: String?
    /// The domain of the list's entry that was said; nil for none.
    private let saidDomain: String?

    /// Creates the targets of an intent.
    /// - Parameters:
    ///   - parameters: The intent's values.
    ///   - home: The home.
    ///   - session: The conversation.
    init(_ parameters: [String: Parameter], in home: Home, session: Session) {
        (self.home, self.parameters) = (home, parameters)
        slots = parameters.mapValues { "\($0.value)" }
        room = home.areas.first { $0.isRoom(of: session) }?.id
        let id = parameters["name"]?.resolution?.id ?? ""
        saidDomain = id.contains(".") ? String(id.prefix { $0 != "." }) : nil
    }

    /// Whether the intent names an entity.
    var isNamed: Bool { slots["name"].map { $0 != "all" } ?? false }

    /// Whether the sentence itself says which kind of entity is meant.
    var saysKind: Bool { saidDomain != nil || slots["domain"] != nil || slots["device_class"] != nil }

    /// Returns the entities that fit to all slots, sorted by identifier; none when there are none.
    func candidates(_ demand: HomeDemand = HomeDemand()) -> [Home.Entity] {
        let areas = slots["area"].map { name in Set(home.areas.filter { $0.isCalled(name) }.map(\.id)) }
        let floors = slots["floor"].map { name in Set(home.floors.filter { $0.isCalled(name) }.map(\.id)) }
        let onFloors = floors.map { floors in
            Set(home.areas.filter { area in area.floor.map { floors.contains($0) } == true }.map(\.id))
        }
        let name = isNamed ? slots["name"]?.lowercased() : nil
        return home.entities.filter { entity in
            if let name, !entity.names.contains(where: { $0.lowercased() == name }) { return false }
            // Things of other kinds may have the same name: the light, the lock and the door of the garage.
            if let saidDomain, isNamed, entity.domain != saidDomain { return false }
            if let areas, entity.area.map({ areas.contains($0) }) != true { return false }
            if let onFloors, entity.area.map({ onFloors.contains($0) }) != true { return false }
            if let domain = slots["domain"], entity.domain != domain { return false }
            if let wanted = slots["device_class"], entity.deviceClass != wanted { return false }
            guard !demand.excluded.contains(entity.domain) else { return false }
            return demand.domains.isEmpty || demand.domains.contains(entity.domain)
        }
    }

    /// Returns the entities that fit and can do it, sorted by identifier: with a name exactly one, that of the
    /// conversation's area if there are several.
    /// - Throws: ``HomeMismatch``.
    func entities(_ demand: HomeDemand = HomeDemand()) throws(HomeMismatch) -> [Home.Entity] {
        let fitting = candidates(demand)
        guard !fitting.isEmpty else { throw unknown(demand) }
        let able = fitting.filter { $0.features & demand.features == demand.features }
        guard !able.isEmpty else { throw mismatch(.missingFeature, ["feature_not_supported"]) }
        let ready = able.filter { demand.state == nil || $0.state == demand.state }
        guard !ready.isEmpty else {
            throw mismatch(.wrongState, ["entity_wrong_state"], ["state": demand.state ?? ""])
        }
        guard ready.count > 1 else { return ready }
        if isNamed {
            return try nearest(of: ready, or: .duplicateName, ["duplicate_entities\(place)", "duplicate_entities"])
        }
        return try demand.isSingle ? nearest(of: ready, or: .severalTargets, ["duplicate_targets"]) : ready
    }

    /// Returns the only entity in the conversation's area.
    private func nearest(
        of entities: [Home.Entity], or code: HomeMismatch.Code, _ keys: [String]
    ) throws(HomeMismatch) -> [Home.Entity] {
        let near = entities.filter { $0.area != nil && $0.area == room }
        guard near.count == 1 else { throw mismatch(code, keys) }
        return near
    }

    /// The end of the keys of sentences about a place.
    private var place: String { slots["area"] != nil ? "_in_area" : slots["floor"] != nil ? "_in_floor" : "" }

    private func unknown(_ demand: HomeDemand) -> HomeMismatch {
        var values: [String: String] = [:]
        var key = "no_intent"
        if isNamed {
            key = "no_entity"
        } else if slots["device_class"] != nil {
            key = "no_device_class"
        } else if let domain = slots["domain"] ?? demand.domains.sorted().first {
            (key, values["domain"]) = ("no_domain", domain)
        }
        return mismatch(.unknown, [key + place, key], values)
    }

    private func mismatch(_ code: HomeMismatch.Code, _ keys: [String], _ more: [String: String] = [:]) -> HomeMismatch {
        var values = more
        values["entity"] = said("name")
        values["device_class"] = slots["device_class"]
        // The room of a conversation is no word that anyone has said.
        values["area"] = said("area").map { area in home.areas.first { $0.isCalled(area) }?.names.first ?? area }
        values["floor"] = said("floor")
        return HomeMismatch(code: code, keys: keys, values: values)
    }

    private func said(_ name: String) -> String? {
        parameters[name].map { $0.words.isEmpty ? "\($0.value)" : $0.words }
    }
}
