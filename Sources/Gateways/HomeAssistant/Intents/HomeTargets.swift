import SaybusMessages

/// The entities of a home that an intent's slots name. Pure.
struct HomeTargets {
    let home: Home

    /// Returns the entities that fit to all slots, sorted by identifier.
    /// - Parameters:
    ///   - slots: The slots `name`, `area`, `floor`, `domain` and `device_class`, in lower case.
    ///   - domains: The domains that the intent is made for; empty for any.
    func entities(_ slots: [String: String], domains: Set<String> = []) -> [Home.Entity] {
        let area = slots["area"].map { name in
            home.areas.filter { Self.has($0.names + [$0.id, $0.id.replacing("_", with: " ")], name) }
        }
        let floor = slots["floor"].map { name in home.floors.filter { Self.has($0.names, name) || $0.id == name } }
        let areas = area.map { Set($0.map(\.id)) }
        let onFloors = floor.map { floors in
            Set(home.areas.filter { area in floors.contains { $0.id == area.floor } }.map(\.id))
        }
        return home.entities.filter { entity in
            if let name = slots["name"], name != "all", !Self.has(entity.names, name) { return false }
            if let areas, entity.area.map({ areas.contains($0) }) != true { return false }
            if let onFloors, entity.area.map({ onFloors.contains($0) }) != true { return false }
            if let domain = slots["domain"], entity.domain != domain { return false }
            if let wanted = slots["device_class"], entity.deviceClass != wanted { return false }
            return domains.isEmpty || domains.contains(entity.domain)
        }
    }

    /// Returns whether names contain a name; a room of the bus has spaces where an identifier has underscores.
    private static func has(_ names: [String], _ name: String) -> Bool {
        names.contains { $0.lowercased() == name.lowercased() }
    }
}
