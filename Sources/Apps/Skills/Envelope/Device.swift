/// The device that sent a request.
public struct Device: Codable, Sendable, Equatable {
    /// The device's id, stable for a device and a skill.
    public var deviceId: String
    /// The device's id for interfaces other than skills.
    public var persistentEndpointId: String?
    /// The interfaces that the device has in addition to voice.
    public var supportedInterfaces: SupportedInterfaces?

    /// Creates a device.
    public init(
        deviceId: String, persistentEndpointId: String? = nil, supportedInterfaces: SupportedInterfaces? = nil
    ) {
        (self.deviceId, self.persistentEndpointId) = (deviceId, persistentEndpointId)
        self.supportedInterfaces = supportedInterfaces
    }
}
