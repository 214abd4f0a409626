import SaybusInteractionModels
import SaybusSkillSettings

/// The device of a simulation, whose settings the skill may ask for over HTTP, as it may on the bus.
public struct SimulatedDevice: Sendable {
    /// The ids that the skill gets, with the address of the settings service.
    public let identity: SkillIdentity
    private let server: SettingsServer?

    /// Starts the settings service. Without a port for it, the skill gets no address.
    public init(of model: SkillModel) async {
        let service = SettingsService(DeviceSettings(language: model.interaction.language))
        let server = try? await SettingsServer(service)
        var identity = SkillIdentity(
            applicationID: model.applicationID, userID: "saybus.user.simulation", deviceID: "saybus.device.simulation")
        if let server {
            identity.apiEndpoint = server.address
            identity.apiAccessToken = service.token(of: identity.deviceID)
        }
        (self.identity, self.server) = (identity, server)
    }

    /// Stops the settings service.
    public func close() async { await server?.close() }
}
