import Foundation

extension BusAddress {
    /// Returns the address of a bus on ipc sockets in a directory that no other bus uses.
    ///
    /// The broker makes the directory; the caller removes it.
    /// - Parameter folder: The folder of the directory.
    package static func temporary(
        in folder: URL = FileManager.default.temporaryDirectory
    ) throws(BusError) -> BusAddress {
        let name = "saybus-test-" + UUID().uuidString.prefix(13).lowercased()
        return try BusAddress("ipc://" + folder.appending(path: name).path(percentEncoded: false))
    }
}
