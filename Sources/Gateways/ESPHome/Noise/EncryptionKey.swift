import Foundation
import SaybusStage

/// The key of 32 bytes that the device and Home Assistant share.
public struct EncryptionKey: Sendable, Equatable {
    /// The key's bytes.
    let bytes: [UInt8]
    /// The key as people enter it in Home Assistant: Base64.
    var text: String { Data(bytes).base64EncodedString() }

    /// Reads a key; nil when the text is not 32 bytes in Base64.
    init?(_ text: String) {
        guard let data = Data(base64Encoded: text.trimmingCharacters(in: .whitespacesAndNewlines)), data.count == 32
        else { return nil }
        bytes = Array(data)
    }

    /// Reads the key of a file; makes the file, which only its owner can read, if it is missing.
    /// - Throws: `StageFailure` with code `configuration` when others can read the file, or it holds no key.
    public init(file path: String) throws(StageFailure) {
        let file = try SecretFile(path, of: "key")
        let content = try file.text()
        guard content.isEmpty else {
            guard let key = Self(content) else {
                throw StageFailure(
                    .configuration,
                    "the key's file \(path) must hold 32 bytes in Base64; an empty file gets a key")
            }
            self = key
            return
        }
        var random = SystemRandomNumberGenerator()
        bytes = (0..<32).map { _ in UInt8.random(in: 0...255, using: &random) }
        try file.write(text)
    }
}
