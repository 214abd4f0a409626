/// What each source of values takes a spoken value for.
public struct Resolutions: Codable, Sendable, Equatable {
    /// One for each source: the model's own values, and those that the skill added in the session.
    public var resolutionsPerAuthority: [Resolution]?

    /// Resolutions.
    public init(resolutionsPerAuthority: [Resolution]?) { self.resolutionsPerAuthority = resolutionsPerAuthority }

    /// What one source takes a spoken value for.
    public struct Resolution: Codable, Sendable, Equatable {
        /// The source; those of values that the skill added have `er-authority.echo-sdk.dynamic` in the name.
        public var authority: String
        /// Whether it found any.
        public var status: Status
        /// What it found, the likeliest first; several when the words are those of several values.
        public var values: [ValueWrapper]?

        /// A resolution.
        public init(authority: String, status: Status, values: [ValueWrapper]? = nil) {
            (self.authority, self.status, self.values) = (authority, status, values)
        }
    }

    /// Whether a source found a value.
    public struct Status: Codable, Sendable, Hashable {
        /// Whether a source found a value.
        public enum Code: String, Codable, Sendable, CaseIterable {
            /// It did.
            case match = "ER_SUCCESS_MATCH"
            /// It did not; the slot has what was said all the same.
            case noMatch = "ER_SUCCESS_NO_MATCH"
            /// It took too long.
            case timeout = "ER_ERROR_TIMEOUT"
            /// It failed.
            case exception = "ER_ERROR_EXCEPTION"
        }

        /// Whether it found a value.
        public var code: Code

        /// A status.
        public init(code: Code) { self.code = code }
    }

    /// The envelope of a value.
    public struct ValueWrapper: Codable, Sendable, Hashable {
        /// The value.
        public var value: Value

        /// A value in its envelope.
        public init(value: Value) { self.value = value }
    }

    /// A value of the model.
    public struct Value: Codable, Sendable, Hashable {
        /// Its name, not the synonym that was said.
        public var name: String
        /// Its id; nil or empty when the model gives none.
        public var id: String?

        /// A value.
        public init(name: String, id: String? = nil) { (self.name, self.id) = (name, id) }
    }
}
