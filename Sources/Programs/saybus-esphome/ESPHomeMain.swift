import ArgumentParser
import SaybusESPHome
import SaybusStage
import SaybusVoiceSatellite

/// The `saybus-esphome` program.
@main
struct ESPHomeMain: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "saybus-esphome",
        abstract:
            "Makes this room's listener and loudspeaker a voice satellite of Home Assistant, as an ESPHome device.",
        discussion: """
            Speaks ESPHome's native API: Home Assistant recognizes the listener's turns, carries them out and answers, announces, \
            and rings for its timers. It takes the place of saybus-transcribe, saybus-intent and saybus-dispatch in its session. \
            Subscribes to speech.started, audio.input, speech.ended and audio.playback; publishes speech.transcript, audio.sequence, \
            listen.request and turn.ended.

            Examples: saybus-esphome --encryption-key-file ~/.saybus-esphome --zeroconf
                      saybus-esphome --encryption-key-file key --session kitchen --name kitchen --area Kitchen
                      saybus-esphome --encryption-key-file key --sounds sounds     # with saybus-audio --sounds sounds

            Exit codes: 0 after SIGTERM, SIGINT or SIGHUP, 64 bad usage, 69 no broker, or the address is in use, 78 a key's file that \
            cannot be used.
            """,
        version: ProjectVersion.current)

    @Option(help: ArgumentHelp("The address at which Home Assistant connects; 0.0.0.0 is all of this machine's."))
    var host = "0.0.0.0"

    @Option(help: ArgumentHelp("The port at which Home Assistant connects; 0 takes a free one.", valueName: "port"))
    var port = 6053

    @Option(
        help: ArgumentHelp(
            "The file with the encryption key, which Home Assistant asks for: 32 bytes in Base64. It is made if it is missing. Without this option connections are not encrypted.",
            valueName: "file"))
    var encryptionKeyFile: String?

    @Option(
        help: ArgumentHelp(
            "The device's name in the network: letters, digits and hyphens; default: saybus-HOST, or saybus-HOST-SESSION.",
            valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("The device's name for people; default: that in the network.", valueName: "name"))
    var friendlyName: String?

    @Option(help: ArgumentHelp("The area that Home Assistant suggests for the device.", valueName: "area"))
    var area: String?

    @Option(
        help: ArgumentHelp(
            "Play the sounds of Home Assistant's voice: they are put into this folder, that of saybus-audio --sounds. Without it, the words are spoken with Saybus' own voice.",
            valueName: "folder"))
    var sounds: String?

    @Flag(help: "Let Home Assistant find the device on the local network, with Debian's avahi-daemon and avahi-utils.")
    var zeroconf = false

    @OptionGroup var options: StageOptions

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("--port takes 0 to 65535.") }
        for (option, text) in [("name", name), ("friendly-name", friendlyName), ("area", area)] {
            guard let text else { continue }
            guard !text.isEmpty, text.utf8.count <= 120, text.allSatisfy({ !$0.isNewline }) else {
                throw ValidationError("--\(option) takes a line of 1 to 120 bytes.")
            }
        }
    }

    func run() async throws {
        try await reportingFailure("saybus-esphome") {
            let stage = ESPHomeStage(
                DeviceDescription(
                    name: name, session: options.common.chosenSession, friendlyName: friendlyName, area: area),
                key: try encryptionKeyFile.map { path throws(StageFailure) in try EncryptionKey(file: path) },
                host: host, port: port, sounds: sounds.map(SatelliteSounds.init), isAdvertised: zeroconf)
            try await StageRunner(
                role: ESPHomeStage.role, engine: "esphome", tracking: ESPHomeStage.tracking, options: options
            ).run { try await stage.run($0) }
        }
    }
}
