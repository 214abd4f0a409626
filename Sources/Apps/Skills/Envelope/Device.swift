/// The device that a request comes from.
public struct Device: Codable, Sendable, Equatable {
    /// Stays the same for a device and a skill.
    public var deviceId: String
    /// Names the device for other interfaces than a skill's.
    public var persistentEndpointId: String?
    /// What the device can do besides listening and speaking.
    public var supportedInterfaces: SupportedInterfaces?

    /// A device.
    public init(
        deviceId: String, persistentEndpointId: String? = nil, supportedInterfaces: SupportedInterfaces? = nil
    ) {
        (self.deviceId, self.persistentEndpointId) = (deviceId, persistentEndpointId)
        self.supportedInterfaces = supportedInterfaces
    }
}
