import SaybusMessages

/// Who asks, from where, for which skill.
public struct SystemState: Codable, Sendable, Equatable {
    /// The skill.
    public var application: Application
    /// Who uses it.
    public var user: User?
    /// Where.
    public var device: Device?
    /// Whose voice it is, where voices are told apart.
    public var person: Person?
    /// The household or room, as it came.
    public var unit: JSONValue?
    /// Where Amazon's own services are; nil here.
    public var apiEndpoint: String?
    /// What they are asked with; nil here.
    public var apiAccessToken: String?

    /// A system.
    public init(
        application: Application, user: User? = nil, device: Device? = nil, person: Person? = nil,
        unit: JSONValue? = nil, apiEndpoint: String? = nil, apiAccessToken: String? = nil
    ) {
        (self.application, self.user, self.device, self.person) = (application, user, device, person)
        (self.unit, self.apiEndpoint, self.apiAccessToken) = (unit, apiEndpoint, apiAccessToken)
    }
}
