import Foundation
import SaybusConformance
import SaybusTesting
import Testing

/// The tests that `saybus new stage` and `saybus new skill` write, compiled for programs of this package. They run in the
/// projects; here ``StageConformanceTests`` says the same of all stages.
enum NewProjects {
    static func stageConforms() async throws {
        let program = ProgramUnderTest.path(of: "smallest-stage")
        let results = try await ConformanceKit(role: .intent, command: [program]).run()
        for result in results { #expect(result.outcome != .failed, "\(result.title): \(result.detail ?? "")") }
    }

    static func skillConforms() async throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        let model = folder.appending(path: "en-US.json").path
        let program = ProgramUnderTest.path(of: "example-hello-single")
        let results = try await ConformanceKit(role: .dispatch, command: [program, "--model", model]).run()
        for result in results { #expect(result.outcome != .failed, "\(result.title): \(result.detail ?? "")") }
    }
}
