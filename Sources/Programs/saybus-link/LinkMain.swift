import ArgumentParser
import SaybusLink
import SaybusMessages
import SaybusStage

/// The `saybus-link` program.
@main
struct LinkMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-link",
        abstract: "Links sites over NATS: recognizers of one site take the turns of others.",
        discussion: """
            Each site keeps its own broker. With --use, recognizers elsewhere take the site's turns: on the site's bus, the link \
            stands for the stages named. Recognizers of the site itself, started with --standby, take over when the connection fails. \
            With --serve, the recognizers of this site take turns of other sites.

            Examples: saybus-link --nats tls://hub.example --site kitchen-7 --use transcribe --use intent --certificate k7.pem --certificate-key k7.key --ca hub.pem
                      saybus-link --nats tls://hub.example --site centre-1 --serve transcribe --serve intent --nkey UABC… --nkey-seed centre.seed
                      saybus-link --nats nats://127.0.0.1 --site den --use intent --only-session default

            A NATS server that cannot be reached is no error: the stage tries until it can, and says so in its status.

            Exit codes: 0 after SIGTERM, SIGINT or SIGHUP, 64 bad usage, 69 no bus, 78 a file of a certificate or key that cannot be used.
            """,
        version: ProjectVersion.current)

    @OptionGroup var server: ServerOptions
    @OptionGroup var crossing: CrossingOptions
    @OptionGroup var options: StageOptions

    func run() async throws {
        try await reportingFailure("saybus-link") {
            do {
                let configuration = try makeConfiguration()
                try await StageRunner(role: LinkStage.role, engine: "nats", options: options)
                    .run { try await LinkStage(configuration).run($0) }
            } catch let error as LinkError {
                throw error.failure
            }
        }
    }

    private func makeConfiguration() throws -> LinkConfiguration {
        let site = try LinkConfiguration.site(crossing.site)
        var configuration = LinkConfiguration(settings: try server.settings(site), site: site)
        try crossing.apply(to: &configuration)
        (configuration.keepsInMemory, configuration.replicas) = (server.memory, server.replicas)
        configuration.trustsAnyServer = server.insecure
        return configuration
    }
}
