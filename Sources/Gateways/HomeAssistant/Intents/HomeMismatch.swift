/// The error of an intent for which the home has no entity, or more than one.
struct HomeMismatch: Error, Sendable, Equatable, CustomStringConvertible {
    /// The kind of an error.
    enum Code: String, Sendable {
        /// No entity has the name, the area, the class or the domain.
        case unknown
        /// Several entities have the name, and the room does not decide.
        case duplicateName
        /// Several entities fit an intent for one.
        case severalTargets
        /// No entity can do it.
        case missingFeature
        /// No entity is in the state for it.
        case wrongState
    }

    /// The kind of the error.
    let code: Code
    /// The keys of Home Assistant's sentences for it, the most precise one first.
    let keys: [String]
    /// The values in such a sentence.
    let values: [String: String]

    /// A sentence about the error.
    var description: String {
        switch code {
        case .unknown: "nothing in the home fits"
        case .duplicateName: "several devices are called \(values["entity"] ?? "so")"
        case .severalTargets: "several devices fit"
        case .missingFeature: "no device that fits can do it"
        case .wrongState: "no device that fits is \(values["state"] ?? "ready")"
        }
    }
}
