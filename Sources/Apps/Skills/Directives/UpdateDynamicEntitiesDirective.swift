/// A directive that adds slot values for this session, in addition to those of the interaction model.
public struct UpdateDynamicEntitiesDirective: Codable, Sendable, Equatable {
    static let type = "Dialog.UpdateDynamicEntities"

    /// The treatment of entities that were added earlier.
    public enum UpdateBehavior: String, Codable, Sendable, CaseIterable {
        /// Replaces all earlier entities, of every type.
        case replace = "REPLACE"
        /// Removes all earlier entities and adds none.
        case clear = "CLEAR"
    }

    /// The treatment of entities that were added earlier.
    public var updateBehavior: UpdateBehavior
    /// The new entities by slot type; nil with ``UpdateBehavior/clear``.
    public var types: [EntityType]?

    /// Creates a directive.
    public init(updateBehavior: UpdateBehavior, types: [EntityType]? = nil) {
        (self.updateBehavior, self.types) = (updateBehavior, types)
    }

    /// The entities of one slot type.
    public struct EntityType: Codable, Sendable, Equatable {
        /// The name of a slot type of the model.
        public var name: String
        /// The values that can be said from now on, in addition to the model's.
        public var values: [Entity]

        /// Creates the entities of one slot type.
        public init(name: String, values: [Entity]) { (self.name, self.values) = (name, values) }
    }

    /// A slot value with its words.
    public struct Entity: Codable, Sendable, Equatable {
        /// The words for a value.
        public struct Name: Codable, Sendable, Equatable {
            /// The value's canonical name, which can also be said.
            public var value: String
            /// Other words for the value; nil for none.
            public var synonyms: [String]?

            /// Creates the words for a value.
            public init(value: String, synonyms: [String]? = nil) { (self.value, self.synonyms) = (value, synonyms) }
        }

        /// The value's id.
        public var id: String?
        /// The words for the value.
        public var name: Name

        /// Creates an entity.
        public init(id: String? = nil, name: Name) { (self.id, self.name) = (id, name) }
    }
}
