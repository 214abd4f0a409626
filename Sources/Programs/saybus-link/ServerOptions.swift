import ArgumentParser
import SaybusLink

/// The options that name the NATS server, and authenticate the site at it.
struct ServerOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A NATS server: nats://host:4222, or tls://host:4222; can be repeated, for the servers of a cluster.",
            valueName: "url"))
    var nats: [String] = []

    @Option(help: ArgumentHelp("The public NKey of the site, which begins with U.", valueName: "key"))
    var nkey: String?

    @Option(help: ArgumentHelp("A file with the seed of --nkey.", valueName: "file"))
    var nkeySeed: String?

    @Option(help: ArgumentHelp("A file with a user's JWT and seed, as nsc makes it.", valueName: "file"))
    var credentials: String?

    @Option(
        help: ArgumentHelp(
            "A file with the certificates of the authorities that TLS trusts; default: those of the system.",
            valueName: "file"))
    var ca: String?

    @Option(
        help: ArgumentHelp("A file with the site's certificate, for a server that asks for one.", valueName: "file"))
    var certificate: String?

    @Option(help: ArgumentHelp("A file with the private key of --certificate.", valueName: "file"))
    var certificateKey: String?

    @Flag(help: "Allow a server on another machine without TLS, or without proof of who the site is.")
    var insecure = false

    @Flag(help: "With --serve: make streams that the servers keep in memory only.")
    var memory = false

    @Option(help: ArgumentHelp("With --serve: the servers of a cluster that keep the streams.", valueName: "number"))
    var replicas = 1

    func validate() throws {
        guard !nats.isEmpty else { throw ValidationError("Name a NATS server: --nats nats://host:4222.") }
        guard (certificate == nil) == (certificateKey == nil) else {
            throw ValidationError("--certificate and --certificate-key belong together.")
        }
        guard (nkey == nil) == (nkeySeed == nil) else {
            throw ValidationError("--nkey and --nkey-seed belong together.")
        }
        guard (1...5).contains(replicas) else { throw ValidationError("--replicas takes 1 to 5.") }
    }

    func settings(_ site: SiteName) throws(LinkError) -> NATSSettings {
        let servers = try nats.map { url throws(LinkError) in try NATSAddress(url) }
        var settings = NATSSettings(servers: servers, name: site.rawValue)
        (settings.publicKey, settings.seed, settings.credentials) = (nkey, nkeySeed, credentials)
        (settings.authorities, settings.certificate, settings.privateKey) = (ca, certificate, certificateKey)
        try settings.checkFiles()
        if !insecure { try settings.checkSafety() }
        return settings
    }
}
