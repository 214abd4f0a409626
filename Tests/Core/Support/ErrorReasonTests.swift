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

    private struct Content: Decodable {
        struct Part: Decodable { let name: String }
        let parts: [Part]
        let count: Int?
        let volume: Double?
        let isOn: Bool?
    }

    @Test(
        "content that cannot be decoded has the place and the problem in the words of JSON",
        arguments: [
            ("", "the content: it cannot be parsed"), ("{", "the content: it cannot be parsed"),
            ("[]", "the content is not an object"), ("{}", "the content lacks parts"),
            (#"{"parts": {}}"#, "parts is not a list"), (#"{"parts": [{}]}"#, "parts[0] lacks name"),
            (#"{"parts": [{"name": 5}]}"#, "parts[0].name is not a text"),
            (#"{"parts": [{"name": null}]}"#, "parts[0].name is null"),
            (#"{"parts": [], "count": "x"}"#, "count is not an integer"),
            (#"{"parts": [], "volume": "x"}"#, "volume is not a number"),
            (#"{"parts": [], "isOn": 1}"#, "isOn is not true or false"),
        ])
    func content(json: String, reason: String) {
        let error = #expect(throws: DecodingError.self) {
            try JSONDecoder().decode(Content.self, from: Data(json.utf8))
        }
        #expect(error?.plainReason == reason)
    }
}
