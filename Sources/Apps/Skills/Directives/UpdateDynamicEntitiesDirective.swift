/// The session has values of its own, besides those of the model.
public struct UpdateDynamicEntitiesDirective: Codable, Sendable, Equatable {
    static let type = "Dialog.UpdateDynamicEntities"

    /// What happens to values that were added before.
    public enum UpdateBehavior: String, Codable, Sendable, CaseIterable {
        /// The new take their place, those of other types too.
        case replace = "REPLACE"
        /// They go, and none come.
        case clear = "CLEAR"
    }

    /// What happens to values that were added before.
    public var updateBehavior: UpdateBehavior
    /// The values by their types; nil to clear.
    public var types: [EntityType]?

    /// A directive.
    public init(updateBehavior: UpdateBehavior, types: [EntityType]? = nil) {
        (self.updateBehavior, self.types) = (updateBehavior, types)
    }

    /// Values of a type.
    public struct EntityType: Codable, Sendable, Equatable {
        /// A type of the model.
        public var name: String
        /// The values.
        public var values: [Entity]

        /// Values of a type.
        public init(name: String, values: [Entity]) { (self.name, self.values) = (name, values) }
    }

    /// A value.
    public struct Entity: Codable, Sendable, Equatable {
        /// The words for a value.
        public struct Name: Codable, Sendable, Equatable {
            /// Its name.
            public var value: String
            /// Other words for it.
            public var synonyms: [String]?

            /// Words.
            public init(value: String, synonyms: [String]? = nil) { (self.value, self.synonyms) = (value, synonyms) }
        }

        /// Its id.
        public var id: String?
        /// The words for it.
        public var name: Name

        /// A value.
        public init(id: String? = nil, name: Name) { (self.id, self.name) = (id, name) }
    }
}
