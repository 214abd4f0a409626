import SaybusMessages

extension Home {
    /// Takes the new state of an entity. Entities that may not be spoken of are ignored.
    mutating func update(_ state: JSONValue) {
        guard let id = state["entity_id"]?.string, let value = state["state"]?.string,
            let index = entities.firstIndex(where: { $0.id == id })
        else { return }
        entities[index].state = value
        entities[index].attributes = state["attributes"]?.members ?? [:]
    }

    /// Returns whether the names are to be read again after a change of a state: an entity has come, is gone, or is
    /// called differently. After a restart of Home Assistant they come one by one, without a change of a registry.
    /// - Parameter change: The data of `state_changed`.
    func isOutdated(by change: JSONValue) -> Bool {
        guard let id = (change["new_state"]?["entity_id"] ?? change["entity_id"])?.string else { return false }
        let entity = entities.first { $0.id == id }
        guard let new = change["new_state"], new != .null else { return entity != nil }
        let attributes = new["attributes"]?.members ?? [:]
        guard let known = entity else {
            // One without a name or a state stays unknown, and must not have the home read at each of its changes.
            let isWanted =
                exposed.contains(id) && attributes["friendly_name"]?.string != nil && new["state"]?.string != nil
            return isWanted || change["old_state"] == JSONValue.null
        }
        return ["friendly_name", "device_class"].contains { known.attributes[$0] != attributes[$0] }
    }
}
