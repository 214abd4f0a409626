import SaybusMessages

/// The entities of a home that an intent's slots name. Pure.
struct HomeTargets {
    /// The slots `name`, `area`, `floor`, `domain`, `device_class` and others.
    private(set) var slots: [String: String]

    private let home: Home
    private let parameters: [String: Parameter]
    /// The identifier of the conversation's area; nil for none.
    private let room: String?
    /// The domains of the list's entries that the said name may mean, the most likely one first; empty for none.
    private let saidDomains: [String]
    /// The domains of what opens the house, or moves, which is never switched along with what else has the name or is
    /// in the room.
    static let guarded: Set = ["cover", "lock", "valve"]

    /// Creates the targets of an intent.
    /// - Parameters:
    ///   - parameters: The intent's values.
    ///   - home: The home.
    ///   - session: The conversation.
    init(_ parameters: [String: Parameter], in home: Home, session: Session) {
        (self.home, self.parameters) = (home, parameters)
        slots = parameters.mapValues { "\($0.value)" }
        room = home.areas.first { $0.isRoom(of: session) }?.id
        let resolution = parameters["name"]?.resolution
        let ids = [resolution?.id] + (resolution?.candidates ?? []).map(\.id)
        saidDomains = ids.compactMap(\.self).filter { $0.contains(".") }.map { id in String(id.prefix { $0 != "." }) }
    }

    /// Whether the intent names an entity.
    var isNamed: Bool { slots["name"].map { $0 != "all" } ?? false }

    /// Whether the sentence itself says which kind of entity is meant.
    var saysKind: Bool {
        if slots["domain"] != nil || slots["device_class"] != nil { return true }
        return !saidDomains.isEmpty && Self.guarded.isSuperset(of: saidDomains)
    }

    /// The targets with sensors in place of covers: a window without a motor has one, which is on while it is open.
    var sensors: HomeTargets {
        var targets = self
        targets.slots["domain"] = "binary_sensor"
        return targets
    }

    /// Returns the entities that fit to all slots, sorted by identifier; none when there are none.
    func candidates(_ demand: HomeDemand = HomeDemand()) -> [Home.Entity] {
        let areas = slots["area"].map { name in Set(home.areas.filter { $0.isCalled(name) }.map(\.id)) }
        let floors = slots["floor"].map { name in Set(home.floors.filter { $0.isCalled(name) }.map(\.id)) }
        let onFloors = floors.map { floors in
            Set(home.areas.filter { area in area.floor.map { floors.contains($0) } == true }.map(\.id))
        }
        let name = isNamed ? slots["name"]?.lowercased() : nil
        let classes = deviceClasses
        return home.entities.filter { entity in
            if let name, !entity.names.contains(where: { $0.lowercased() == name }) { return false }
            // Things of other kinds may have the same name: the light, the lock and the door of the garage.
            if isNamed, !saidDomains.isEmpty, !saidDomains.contains(entity.domain) { return false }
            if let areas, entity.area.map({ areas.contains($0) }) != true { return false }
            if let onFloors, entity.area.map({ onFloors.contains($0) }) != true { return false }
            if let domain = slots["domain"], entity.domain != domain { return false }
            if let classes, entity.deviceClass.map({ classes.contains($0) }) != true { return false }
            guard !demand.excluded.contains(entity.domain) else { return false }
            return demand.domains.isEmpty || demand.domains.contains(entity.domain)
        }
    }

    /// The classes of devices of which any may be meant; nil for things of all classes.
    private var deviceClasses: Set<String>? {
        guard let wanted = slots["device_class"] else { return nil }
        let candidates = parameters["device_class"]?.resolution?.candidates ?? []
        return Set([wanted] + candidates.map { "\($0.value)" })
    }

    /// Returns the entities that fit and can do it, sorted by identifier: with a name exactly one, that of the
    /// conversation's area if there are several, and of several kinds that of the list's first entry.
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
        guard ready.count > 1, isNamed || demand.isSingle else { return ready }
        let near = ready.filter { $0.area != nil && $0.area == room }
        if near.count == 1 { return near }
        guard isNamed else { throw mismatch(.severalTargets, ["duplicate_targets"]) }
        let likely = (near.isEmpty ? ready : near).filter { $0.domain == saidDomains.first }
        // Between a lock and a door nothing is guessed.
        guard likely.count == 1, likely.allSatisfy({ !Self.guarded.contains($0.domain) }) else {
            throw mismatch(.duplicateName, ["duplicate_entities\(place)", "duplicate_entities"])
        }
        return likely
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
