import SaybusMessages

/// The user, the device and the skill of a request.
public struct SystemState: Codable, Sendable, Equatable {
    /// The skill to which the request is addressed.
    public var application: Application
    /// The user of the skill.
    public var user: User?
    /// The device that sent the request.
    public var device: Device?
    /// The recognized speaker, on platforms that recognize speakers.
    public var person: Person?
    /// The household or room, kept unchanged.
    public var unit: JSONValue?
    /// The address of Amazon's services; nil in Saybus.
    public var apiEndpoint: String?
    /// The token for Amazon's services; nil in Saybus.
    public var apiAccessToken: String?

    /// Creates a system state.
    public init(
        application: Application, user: User? = nil, device: Device? = nil, person: Person? = nil,
        unit: JSONValue? = nil, apiEndpoint: String? = nil, apiAccessToken: String? = nil
    ) {
        (self.application, self.user, self.device, self.person) = (application, user, device, person)
        (self.unit, self.apiEndpoint, self.apiAccessToken) = (unit, apiEndpoint, apiAccessToken)
    }
}
