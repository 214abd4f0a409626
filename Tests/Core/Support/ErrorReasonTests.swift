import Foundation
import Testing

@testable import SaybusSupport

@Suite("The reasons of errors") struct ErrorReasonTests {
    private struct Own: Error, CustomStringConvertible { let description = "it is broken" }

    @Test("an error of the system has the words of the C library, and another one its own")
    func words() throws {
        let read = #expect(throws: (any Error).self) { try Data(contentsOf: URL(filePath: "/nowhere/file")) }
        #expect(read?.plainReason == "No such file or directory")
        let make = #expect(throws: (any Error).self) {
            try FileManager.default.createDirectory(
                atPath: "/dev/null/folder", withIntermediateDirectories: true)
        }
        #expect(make?.plainReason.contains("Error Domain") == false)
        #expect(POSIXError(.ENOSPC).plainReason == "No space left on device")
        #expect(Own().plainReason == "it is broken")
    }
}
