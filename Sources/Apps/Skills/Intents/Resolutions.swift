/// The values of the model that a spoken slot value resolves to.
public struct Resolutions: Codable, Sendable, Equatable {
    /// One resolution for each authority: the model's own values, and the dynamic entities of the session.
    public var resolutionsPerAuthority: [Resolution]?

    /// Creates resolutions.
    public init(resolutionsPerAuthority: [Resolution]?) { self.resolutionsPerAuthority = resolutionsPerAuthority }

    /// The values that one authority found for a spoken value.
    public struct Resolution: Codable, Sendable, Equatable {
        /// The authority's name. A name that contains `er-authority.echo-sdk.dynamic` stands for dynamic
        /// entities.
        public var authority: String
        /// The result of the lookup.
        public var status: Status
        /// The values found, the most likely first. Ambiguous words have several values.
        public var values: [ValueWrapper]?

        /// Creates a resolution.
        public init(authority: String, status: Status, values: [ValueWrapper]? = nil) {
            (self.authority, self.status, self.values) = (authority, status, values)
        }
    }

    /// The result of an authority's lookup.
    public struct Status: Codable, Sendable, Hashable {
        /// The code of a lookup's result.
        public enum Code: String, Codable, Sendable, CaseIterable {
            /// The authority found a value.
            case match = "ER_SUCCESS_MATCH"
            /// The authority found no value. The slot still has the spoken words.
            case noMatch = "ER_SUCCESS_NO_MATCH"
            /// The lookup timed out.
            case timeout = "ER_ERROR_TIMEOUT"
            /// The lookup failed.
            case exception = "ER_ERROR_EXCEPTION"
        }

        /// The code, as Alexa's reference names it.
        public var code: Code

        /// Creates a status.
        public init(code: Code) { self.code = code }
    }

    /// A wrapper around a value, as in Alexa's JSON.
    public struct ValueWrapper: Codable, Sendable, Hashable {
        /// The wrapped value.
        public var value: Value

        /// Creates a wrapper around a value.
        public init(value: Value) { self.value = value }
    }

    /// A value of the interaction model.
    public struct Value: Codable, Sendable, Hashable {
        /// The value's name, not the spoken synonym.
        public var name: String
        /// The value's id; nil or empty when the model gives none.
        public var id: String?

        /// Creates a value.
        public init(name: String, id: String? = nil) { (self.name, self.id) = (name, id) }
    }
}
