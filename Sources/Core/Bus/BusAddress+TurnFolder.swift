import Foundation

extension BusAddress {
    /// The name of ``turnFolder`` in the directory of a local bus.
    package static let turnFolderName = "turns"

    /// The folder in which programs on this bus remember open turns: beside the sockets of a local bus, else in the
    /// user's runtime directory.
    package var turnFolder: String {
        if let directory { return "\(directory)/\(Self.turnFolderName)" }
        var environment = ProcessInfo.processInfo.environment
        environment["SAYBUS_BUS"] = nil
        let own = (try? BusAddress.chosen(nil, environment: environment))?.directory ?? "/tmp/saybus-\(getuid())"
        return "\(own)/\(Self.turnFolderName)"
    }
}
