import SaybusSkills

/// The ids of a skill, its user and its device.
public struct SkillIdentity: Sendable, Equatable {
    /// The skill's id.
    public var applicationID: String
    /// The user's id, stable across sessions.
    public var userID: String
    /// The device's id, stable across sessions.
    public var deviceID: String
    /// The address of the settings service; nil without one.
    public var apiEndpoint: String?
    /// The device's token for the settings service; nil without one.
    public var apiAccessToken: String?

    /// Creates an identity.
    public init(applicationID: String, userID: String, deviceID: String) {
        (self.applicationID, self.userID, self.deviceID) = (applicationID, userID, deviceID)
    }

    /// The context sent with each request.
    public var context: Context {
        Context(
            system: SystemState(
                application: Application(applicationId: applicationID), user: User(userId: userID),
                device: Device(deviceId: deviceID, supportedInterfaces: SupportedInterfaces("AudioPlayer")),
                apiEndpoint: apiEndpoint, apiAccessToken: apiAccessToken))
    }
}
