import Foundation
import SaybusTesting
import Testing

@testable import SaybusFuzzing

@Suite("Decoders of untrusted input", .serialized)
struct FuzzTests {
    /// Returns the time for random inputs in each test run: half a minute for all decoders, more for the slowest two.
    private static func time(for target: FuzzTarget) -> Duration {
        [.pattern, .speechMarkup].contains(target) ? .seconds(5) : .seconds(3)
    }

    @Test("accept what they are derived from", arguments: FuzzTarget.allCases)
    func seeds(target: FuzzTarget) async throws {
        let seeds = target.seeds
        try #require(!seeds.isEmpty)
        for seed in seeds {
            let isAccepted = try await onThread { try target.decode(seed) }
            #expect(isAccepted, "\(String(decoding: seed.prefix(300), as: UTF8.self))")
        }
    }

    @Test(
        "accept or refuse every input of the corpus: those that broke a decoder once, and some that reach rare code",
        arguments: FuzzTarget.allCases)
    func corpus(target: FuzzTarget) async throws {
        for (name, input) in try Self.corpus(of: target) {
            do {
                _ = try await onThread { try target.decode(input) }
            } catch {
                Issue.record("\(target.rawValue)/\(name): \(error)")
            }
        }
    }

    @Test("accept or refuse every mutated input, soon and with a reason", arguments: FuzzTarget.allCases)
    func campaign(target: FuzzTarget) async throws {
        let result = await onThread {
            FuzzCampaign(target, seed: TestSeed.value).run(.max, for: Self.time(for: target))
        }
        for (violation, input) in result.violations.prefix(3) {
            Issue.record("\(violation): \(Data(input.prefix(2000)).base64EncodedString()) \(TestSeed.hint)")
        }
        #expect(result.accepted > 0 && result.refused > 0, "\(TestSeed.hint)")
        #expect(result.growth < 128, "\(TestSeed.hint)")
    }

    @Test("every folder of the corpus belongs to a decoder")
    func folders() throws {
        let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
        #expect(folders.filter { FuzzTarget(rawValue: $0) == nil } == [])
    }

    private static let folder = PackageFolder.containing().appending(path: "Tests/Tools/Fuzzing/Corpora")

    private static func corpus(of target: FuzzTarget) throws -> [(name: String, input: [UInt8])] {
        let folder = folder.appending(path: target.rawValue)
        guard FileManager.default.fileExists(atPath: folder.path) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().map { name in
            (name, [UInt8](try Data(contentsOf: folder.appending(path: name))))
        }
    }

    /// Runs a function that blocks on a thread of its own.
    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
        try await withCheckedThrowingContinuation { continuation in
            Thread.detachNewThread { continuation.resume(with: Result { try work() }) }
        }
    }

    private func onThread<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}
