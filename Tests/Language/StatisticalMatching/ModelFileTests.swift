import Foundation
import SaybusStatisticalMatching
import SaybusSupport
import Testing

@Suite("Model files")
struct ModelFileTests {
    private static let learnt = Result { try StatisticalModel(Samples.household) }

    @Test("a model is written and read unchanged")
    func roundTrip() throws {
        let model = try Self.learnt.get()
        let read = try ModelFile.model(ModelFile.bytes(of: model))
        #expect(read == model)
        for sample in Samples.household { #expect(read.recognize(sample.text) == model.recognize(sample.text)) }
    }

    @Test("a file is written and read, and the error for a missing file names it")
    func file() throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).model").path
        defer { try? FileManager.default.removeItem(atPath: path) }
        let model = try Self.learnt.get()
        try ModelFile.write(model, to: path)
        #expect(try ModelFile.read(path) == model)
        let error = #expect(throws: ModelFileError.self) { try ModelFile.read("/nowhere/home.model") }
        #expect(error?.code == .unreadable)
        #expect(error?.reason.contains("/nowhere/home.model") == true)
    }

    @Test("a truncated file is refused at any length")
    func truncated() throws {
        let bytes = ModelFile.bytes(of: try Self.learnt.get())
        // All lengths near the beginning, and enough others to truncate each part of the file.
        let lengths = Array(0..<200) + Array(stride(from: 200, to: bytes.count, by: max(1, bytes.count / 200)))
        for length in lengths + [bytes.count - 1] {
            #expect(throws: ModelFileError.self, "\(length)") { try ModelFile.model(Array(bytes.prefix(length))) }
        }
        #expect(throws: ModelFileError.self) { try ModelFile.model(bytes + [0]) }
    }

    @Test("a file with a changed byte is refused", arguments: 0..<60)
    func changed(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        var bytes = ModelFile.bytes(of: try Self.learnt.get())
        let place = seed < 30 ? Int(seed) : Int.random(in: bytes.indices, using: &generator)
        bytes[place] ^= UInt8.random(in: 1...255, using: &generator)
        #expect(throws: ModelFileError.self) { try ModelFile.model(bytes) }
    }

    @Test("another kind of file and another version give different errors")
    func foreign() throws {
        #expect(throws: ModelFileError(.foreign, "this is no model of saybus-intent")) {
            try ModelFile.model(Array("{\"text\": \"play jazz\"}".utf8))
        }
        var bytes = ModelFile.bytes(of: try Self.learnt.get())
        bytes[8] = 99
        let error = #expect(throws: ModelFileError.self) { try ModelFile.model(bytes) }
        #expect(error?.code == .version)
    }

    @Test("an invalid body is refused even when its hash is right", arguments: 0..<200)
    func wrong(seed: UInt64) throws {
        var generator = SplitMix(seed: seed)
        var bytes = ModelFile.bytes(of: try Self.learnt.get())
        let start = 28
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let place = Int.random(in: start..<bytes.count, using: &generator)
            bytes[place] = UInt8.random(in: 0...255, using: &generator)
        }
        let hash = FNV1a(bytes[start...]).value
        withUnsafeBytes(of: hash.littleEndian) { for (index, byte) in $0.enumerated() { bytes[20 + index] = byte } }
        // A changed weight gives another valid model, which must be usable.
        guard let model = try? ModelFile.model(bytes) else { return }
        for text in ["play jazz", "turn off the lamp", "zzz"] { _ = model.recognize(text) }
    }
}
