import Foundation
import SaybusSupport

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

    /// Creates the directory of a local bus unless it exists, for its owner only. Missing directories above it may be
    /// passed by others, who may have something else there.
    /// - Parameter mode: The mode of the directory, before the process's mask.
    package static func makeDirectory(_ directory: String, mode: mode_t = 0o700) throws(SystemCallError) {
        try PrivateDirectory.create(directory, mode: mode, parents: 0o755)
    }

    /// Creates ``turnFolder`` unless it exists, for its owner only.
    package func makeTurnFolder() throws(SystemCallError) {
        if let directory { try Self.makeDirectory(directory) }
        try PrivateDirectory.create(turnFolder)
    }
}
