import Foundation
import SaybusMessages
import SaybusSkills
import SaybusTesting
import Testing

private let python = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"]
private let hasLibrary =
    python.map { ProgramUnderTest.succeeds($0, ["-B", "-c", "import ask_sdk_core"]) } ?? false

@Suite(
    "Envelopes, as Amazon's own library for Python encodes and decodes them",
    .enabled(if: hasLibrary, "SAYBUS_PYTHON names no Python with ask-sdk-core: deploy/install --python"))
struct AskSDKTests {
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(component: "saybus-skills-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    /// Returns the output lines of the script.
    private func run(_ mode: String) async throws -> [String] {
        let script = URL(filePath: #filePath).deletingLastPathComponent().appending(component: "ask_sdk.py")
        let program = try ProgramUnderTest(try #require(python), ["-B", script.path(), mode, folder.path()])
        let code = try await program.exitCode(within: .seconds(60))
        #expect(code == 0, "\(program.report)")
        return program.lines()
    }

    private func bytes(_ name: String) throws -> [UInt8] {
        Array(try Data(contentsOf: folder.appending(component: name)))
    }

    private func files(_ prefix: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path()).filter { $0.hasPrefix(prefix) }.sorted()
    }

    @Test("the library's requests, directives, cards and speech survive decoding and encoding without loss")
    func libraryEnvelopes() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        _ = try await run("make")
        let requests = try files("request-")
        #expect(requests.count > 50)
        var known: Set<String> = []
        for file in requests {
            let (bytes, name) = (try bytes(file), file.dropFirst("request-".count).dropLast(".json".count))
            let envelope = try RequestEnvelope(parsing: bytes)
            #expect(try JSONValue(parsing: envelope.json()) == JSONValue(parsing: bytes), "\(file)")
            if case .unknownRequest = envelope.request { continue }
            known.insert(String(name))
            #expect(envelope.request.type == name || name == "without-session")
        }
        #expect(known.isSuperset(of: Set(Samples.requests.map(\.type))))

        let responses = try files("response-")
        #expect(responses.count > 35)
        var directives: Set<String> = []
        for file in responses {
            let bytes = try bytes(file)
            let envelope = try ResponseEnvelope(parsing: bytes)
            #expect(try JSONValue(parsing: envelope.json()) == JSONValue(parsing: bytes), "\(file)")
            for directive in envelope.response.directives ?? [] {
                if case .unknown = directive { continue }
                directives.insert(directive.type)
            }
        }
        #expect(directives.isSuperset(of: Set(Samples.directives.map(\.type))))
    }

    @Test(
        "the library decodes every type of request and directive, with all members and with few")
    func saybusEnvelopes() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let requests = Samples.requests.flatMap { request in
            [
                Samples.envelope(request, attributes: ["count": 1, "list": [true, .null]], new: true),
                Samples.envelope(request, session: nil, user: nil),
            ]
        }
        let answers = Samples.responses.flatMap { response in
            [
                ResponseEnvelope(sessionAttributes: ["count": 2], userAgent: "saybus", response: response),
                ResponseEnvelope(response: response),
            ]
        }
        for (index, envelope) in requests.enumerated() { try write(envelope, "request-\(index)") }
        for (index, envelope) in answers.enumerated() { try write(envelope, "response-\(index)") }
        #expect(try await run("check") == [])
        for (index, envelope) in requests.enumerated() {
            #expect(try RequestEnvelope(parsing: bytes("request-\(index).back")) == envelope)
        }
        for (index, envelope) in answers.enumerated() {
            #expect(try ResponseEnvelope(parsing: bytes("response-\(index).back")) == envelope)
        }
    }

    @Test(
        "the library refuses a TimeoutRequest, so hosts send it only to skills that handle it"
    )
    func timeout() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try write(
            Samples.envelope(.timeoutRequest(TimeoutRequest(requestId: "r", timestamp: Samples.time))), "request-0")
        let lines = try await run("check")
        #expect(lines.count == 1 && lines[0].hasPrefix("refused request-0"), "\(lines)")
    }

    private func write(_ envelope: some SkillEnvelope, _ name: String) throws {
        try Data(envelope.json()).write(to: folder.appending(component: "\(name).json"))
    }
}
