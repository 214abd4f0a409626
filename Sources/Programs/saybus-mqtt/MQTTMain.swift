import ArgumentParser
import SaybusMQTT
import SaybusMessages
import SaybusStage

/// The `saybus-mqtt` program.
@main
struct MQTTMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-mqtt",
        abstract: "Connects the bus with an MQTT broker: chosen kinds both ways, Home Assistant's discovery, Hermes.",
        discussion: """
            Publishes the bus' messages as JSON on saybus/session/SESSION/KIND, commands on saybus/app/APP/command, and, as \
            retained messages, catalogs on saybus/catalog/APP and states on saybus/stage/ROLE. Accepts messages on \
            saybus/session/SESSION/KIND/set: JSON, or a plain text for speech.transcript and audio.sequence. saybus/status is online or offline.

            Examples: saybus-mqtt --broker mqtt://localhost
                      saybus-mqtt --broker mqtts://broker.example:8883 --user saybus --password-file ~/.saybus-mqtt
                      saybus-mqtt --broker mqtt://localhost --discovery homeassistant
                      saybus-mqtt --broker mqtt://localhost --publish command.invoked --accept listen.request
                      saybus-mqtt --broker mqtt://localhost --hermes --hermes-intents sentences.ini
                      mosquitto_pub -t saybus/session/default/speech.transcript/set -m "turn on the light"

            An MQTT broker that cannot be reached is no error: the stage tries until it can, and says so in its status.

            Exit codes: 0 after SIGTERM, SIGINT or SIGHUP, 64 bad usage, 69 no bus, 78 a file of a password, certificate or intents that \
            cannot be used.
            """,
        version: ProjectVersion.current)

    @Option(
        help: ArgumentHelp("The MQTT broker: mqtt://host:1883, mqtts://host:8883 or unix:///path.", valueName: "url"))
    var broker: String

    @OptionGroup var login: LoginOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var hermes: HermesOptions
    @OptionGroup var options: StageOptions

    func validate() throws {
        do { _ = try MQTTAddress(broker) } catch { throw ValidationError(error.reason) }
    }

    func run() async throws {
        try await reportingFailure("saybus-mqtt") {
            do {
                let configuration = try makeConfiguration()
                try await StageRunner(role: MQTTStage.role, tracking: MQTTStage.tracking, options: options)
                    .run { try await MQTTStage(configuration).run($0) }
            } catch let error as MQTTError {
                throw error.failure
            }
        }
    }

    private func makeConfiguration() throws -> MQTTConfiguration {
        let address = try MQTTAddress(broker)
        let settings = try login.settings(address, instance: options.instance)
        var configuration = try MQTTConfiguration(settings: settings, prefix: topics.prefix)
        try topics.apply(to: &configuration)
        configuration.hermes = try hermes.configuration()
        return configuration
    }
}
