import SaybusSkills

/// Who asks a skill, and from where.
public struct SkillIdentity: Sendable, Equatable {
    /// The skill's id.
    public var applicationID: String
    /// Stays the same for who uses it.
    public var userID: String
    /// Stays the same for the place.
    public var deviceID: String

    /// Creates an identity.
    public init(applicationID: String, userID: String, deviceID: String) {
        (self.applicationID, self.userID, self.deviceID) = (applicationID, userID, deviceID)
    }

    /// What is told with each request.
    public var context: Context {
        Context(
            system: SystemState(
                application: Application(applicationId: applicationID), user: User(userId: userID),
                device: Device(deviceId: deviceID, supportedInterfaces: SupportedInterfaces("AudioPlayer"))))
    }
}
