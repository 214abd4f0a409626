import Foundation
import SaybusBus
import Testing

@Suite("Addresses of buses")
struct BusAddressTests {
    @Test("a temporary bus is in the temporary folder, whatever its name", arguments: ["/tmp", "/srv/tmp", "/s"])
    func temporary(folder: String) throws {
        let address = try BusAddress.temporary(in: URL(filePath: folder, directoryHint: .isDirectory))
        let directory = try #require(address.directory)
        #expect(directory.hasPrefix(folder + "/saybus-test-"))
        #expect(address.url == "ipc://\(directory)")
        #expect(try BusAddress.temporary() != BusAddress.temporary())
    }
}
