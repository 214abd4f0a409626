import ArgumentParser
import Foundation
import SaybusExternalEngines
import SaybusVoiceSatellite
import SaybusWyomingServer

/// The options of a satellite that Home Assistant drives.
struct RoomOptions: ParsableArguments {
    @Flag(help: "Be a satellite of the protocol: this session's listener and loudspeaker, which Home Assistant drives.")
    var asSatellite = false

    @Option(help: ArgumentHelp("The satellite's name in Home Assistant; default: Saybus on HOST.", valueName: "name"))
    var name: String?

    @Option(help: ArgumentHelp("The area that Home Assistant suggests for the satellite.", valueName: "area"))
    var area: String?

    @Option(
        help: ArgumentHelp(
            "Play Home Assistant's voice: its speech is put into this folder, that of saybus-audio --sounds. Without it, the words are spoken with Saybus' own voice.",
            valueName: "folder"))
    var sounds: String?

    func validate() throws {
        guard asSatellite || name == nil && area == nil && sounds == nil else {
            throw ValidationError("--name, --area and --sounds need --as-satellite.")
        }
    }

    /// Returns the satellite.
    func stage(at address: SocketAddress, advertisement: ServiceAdvertisement?) -> WyomingSatelliteStage {
        WyomingSatelliteStage(
            at: address, name: name ?? "Saybus on \(ProcessInfo.processInfo.hostName)", area: area,
            sounds: sounds.map(SatelliteSounds.init), advertisement: advertisement)
    }
}
