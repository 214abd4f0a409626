import Foundation
import SaybusBus
import SaybusMessages

/// The places of the package's systemd services, which have a user of their own. Commands of other users look
/// elsewhere.
struct ServicePlaces: Sendable {
    /// The login name of the services' user.
    static let user = "saybus"

    /// The directory of the bus.
    var bus = "/run/saybus"
    /// The folder in which apps keep lists, timers and settings.
    var state = "/var/lib/saybus"

    /// Returns advice on how to reach the bus of the services; nil where there are none, and for a bus that was chosen.
    func advice(besides address: BusAddress) -> String? {
        guard address.option.isEmpty, address.directory != bus, FileManager.default.fileExists(atPath: bus) else {
            return nil
        }
        return "for the pipeline of the services, give --bus ipc://\(bus), with sudo -u \(Self.user)"
    }

    /// Returns the command that removes what the services store about a conversation; nil where there are none.
    /// - Parameter folder: The folder of apps that was looked into.
    func purge(of session: Session, besides folder: String) -> String? {
        guard URL(filePath: folder).standardizedFileURL.path != state, FileManager.default.fileExists(atPath: state)
        else { return nil }
        return "sudo -u \(Self.user) env SAYBUS_STATE=\(state) saybus purge \(session) --bus ipc://\(bus)"
    }
}
