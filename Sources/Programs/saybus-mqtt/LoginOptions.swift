import ArgumentParser
import SaybusMQTT
import SaybusStage

/// The options by which the program authenticates at the broker.
struct LoginOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The user's name at the MQTT broker.", valueName: "name"))
    var user: String?

    @Option(
        help: ArgumentHelp(
            "A file whose first line is the password at the MQTT broker, and which only its owner can read.",
            valueName: "file"))
    var passwordFile: String?

    @Option(
        help: ArgumentHelp(
            "A file with the certificates of the authorities that mqtts:// trusts; default: those of the system.",
            valueName: "file"))
    var ca: String?

    @Option(
        help: ArgumentHelp("A file with this program's certificate, for a broker that asks for one.", valueName: "file")
    )
    var certificate: String?

    @Option(help: ArgumentHelp("A file with the private key of --certificate.", valueName: "file"))
    var certificateKey: String?

    @Option(
        help: ArgumentHelp(
            "The program's name at the MQTT broker; default: saybus- and the host's name, or the instance's.",
            valueName: "id"))
    var clientID: String?

    @Option(
        help: ArgumentHelp(
            "The version of MQTT: \(MQTTSettings.Version.allCases.listed()).",
            valueName: "version"))
    var mqttVersion: MQTTSettings.Version = .five

    func validate() throws {
        guard (certificate == nil) == (certificateKey == nil) else {
            throw ValidationError("--certificate and --certificate-key belong together.")
        }
    }

    func settings(_ address: MQTTAddress, instance: String?) throws(MQTTError) -> MQTTSettings {
        var settings = MQTTSettings(address: address, clientID: clientID ?? MQTTSettings.defaultClientID(instance))
        (settings.version, settings.user) = (mqttVersion, user)
        settings.password = try passwordFile.map { path throws(MQTTError) in try MQTTSettings.password(in: path) }
        (settings.authorities, settings.certificate, settings.privateKey) = (ca, certificate, certificateKey)
        for path in [ca, certificate] {
            if let path { try MQTTSettings.checkReadable(path) }
        }
        if let certificateKey { try MQTTSettings.checkSecret(certificateKey) }
        return settings
    }
}

extension MQTTSettings.Version: ExpressibleByArgument {}
