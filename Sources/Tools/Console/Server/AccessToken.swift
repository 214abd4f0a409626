import Foundation
import SaybusStage

/// The secret that opens the console from another machine.
public struct AccessToken: Sendable {
    /// 32 hexadecimal digits: 128 random bits.
    public let text: String
    /// Whether it was just made, so that the link must be shown once.
    public let isNew: Bool

    /// Makes a token for this run.
    public init() {
        var random = SystemRandomNumberGenerator()
        text = (0..<16).map { _ in String(format: "%02x", UInt8.random(in: 0...255, using: &random)) }.joined()
        isNew = true
    }

    /// Reads the token of a file; makes the file, which only its owner can read, if it is missing.
    /// - Throws: `StageFailure` with code `configuration` when others can read the file, or it holds no token.
    public init(file path: String) throws(StageFailure) {
        let file = try SecretFile(path, of: "token")
        let words = try file.text().split(whereSeparator: \.isWhitespace)
        if words.isEmpty {
            text = Self().text
            isNew = true
            try file.write(text)
            return
        }
        guard words.count == 1, words[0].utf8.count >= 16, words[0].utf8.count <= 256,
            words[0].utf8.allSatisfy({ Self.letters.contains($0) })
        else {
            throw StageFailure(
                .configuration,
                "the token's file \(path) must hold one word of 16 to 256 letters and digits; an empty file gets one")
        }
        (text, isNew) = (String(words[0]), false)
    }

    private static let letters = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)
}
