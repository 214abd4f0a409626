import SaybusMessages

/// A home as Home Assistant describes it: the entities that may be spoken of, and where they are. Pure.
struct Home: Sendable, Equatable {
    /// A place: an area or a floor.
    struct Place: Sendable, Equatable {
        /// The identifier.
        let id: String
        /// The name, and the aliases.
        let names: [String]
        /// The floor of an area; nil for none.
        var floor: String?
    }

    /// An entity that is exposed to voice assistants.
    struct Entity: Sendable, Equatable {
        /// The identifier, such as `light.kitchen`.
        let id: String
        /// The name, and the aliases.
        let names: [String]
        /// The area; nil for none.
        let area: String?
        /// The state, such as `on`.
        var state: String
        /// The attributes.
        var attributes: [String: JSONValue]

        /// The part of the identifier before the dot: `light`, `switch`, …
        var domain: String { String(id.prefix { $0 != "." }) }

        /// The class of the device, such as `window`; nil for none.
        var deviceClass: String? {
            if case .string(let text)? = attributes["device_class"] { text } else { nil }
        }

        /// The bits of what the device can do.
        var features: Int64 {
            if case .integer(let bits)? = attributes["supported_features"] { bits } else { 0 }
        }
    }

    /// The areas.
    var areas: [Place] = []
    /// The floors.
    var floors: [Place] = []
    /// The entities, sorted by identifier.
    var entities: [Entity] = []
    /// The identifiers of all entities that may be spoken of, also of those that are not there.
    var exposed: Set<String> = []

    /// Creates an empty home.
    init() {}

    /// Reads the results of the API's requests. What is not as expected is left out.
    /// - Parameters:
    ///   - areas: `config/area_registry/list`.
    ///   - floors: `config/floor_registry/list`; nil for versions without floors.
    ///   - devices: `config/device_registry/list`.
    ///   - entries: `config/entity_registry/get_entries` of the exposed entities.
    ///   - exposed: `homeassistant/expose_entity/list`.
    ///   - states: `get_states`.
    init(
        areas: JSONValue, floors: JSONValue?, devices: JSONValue, entries: JSONValue, exposed: JSONValue,
        states: JSONValue
    ) {
        self.areas = areas.items.compactMap { item in
            item["area_id"]?.string.map { Place(id: $0, names: item.names, floor: item["floor_id"]?.string) }
        }
        self.floors = (floors?.items ?? []).compactMap { item in
            item["floor_id"]?.string.map { Place(id: $0, names: item.names) }
        }
        let deviceAreas = Dictionary(
            devices.items.compactMap { item in
                item["id"]?.string.flatMap { id in item["area_id"]?.string.map { (id, $0) } }
            }, uniquingKeysWith: { $1 })
        let registered = entries.members
        let exposed = Set(Self.exposed(exposed))
        self.exposed = exposed
        entities = states.items.compactMap { state -> Entity? in
            guard let id = state["entity_id"]?.string, exposed.contains(id), let value = state["state"]?.string else {
                return nil
            }
            let attributes = state["attributes"]?.members ?? [:]
            let entry = registered[id]
            let name = entry?["name"]?.string ?? attributes["friendly_name"]?.string ?? entry?["original_name"]?.string
            let aliases = (entry?["aliases"]?.items ?? []).compactMap(\.string)
            let names = (name.map { [$0] } ?? []) + aliases
            guard !names.isEmpty else { return nil }
            let area = entry?["area_id"]?.string ?? entry?["device_id"]?.string.flatMap { deviceAreas[$0] }
            return Entity(id: id, names: names, area: area, state: value, attributes: attributes)
        }.sorted { $0.id < $1.id }
    }

    /// Returns the identifiers of the entities that are exposed to conversation.
    static func exposed(_ list: JSONValue) -> [String] {
        (list["exposed_entities"]?.members ?? [:]).compactMap { id, assistants in
            assistants["conversation"] == .boolean(true) ? id : nil
        }.sorted()
    }
}

extension JSONValue {
    /// The text; nil for another value.
    var string: String? { if case .string(let text) = self, !text.isEmpty { text } else { nil } }
    /// The items of a list; empty for another value.
    var items: [JSONValue] { if case .array(let items) = self { items } else { [] } }
    /// The members of an object; empty for another value.
    var members: [String: JSONValue] { if case .object(let members) = self { members } else { [:] } }
    /// The name of a registry's entry, and its aliases.
    fileprivate var names: [String] {
        ([self["name"]] + (self["aliases"]?.items ?? [])).compactMap { $0?.string }
    }
}
