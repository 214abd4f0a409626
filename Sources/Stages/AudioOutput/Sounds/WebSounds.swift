import Foundation
import Glibc
import SaybusExternalEngines
import SaybusSupport

/// Sound files of web servers, fetched within bounds and kept in a temporary folder, the newest ones.
actor WebSounds {
    /// The longest time of a fetch.
    static let timeout = Duration.seconds(10)
    /// The largest file in bytes.
    static let maximumBytes = 16 << 20
    /// The most that is kept in bytes.
    static let capacity = 64 << 20

    private struct Entry {
        var path: String
        var size: Int
        var use: Int
    }

    private let parent: String
    /// The folder of the sounds; nil before the first fetch.
    private var folder: TemporarySoundFolder?
    private var entries: [String: Entry] = [:]
    /// The number of the last use. A file's name is that of its first use, which no other file has.
    private var clock = 0

    /// Creates a store without sounds, and removes what killed programs have left of theirs.
    /// - Parameter parent: The folder in which one for the sounds is made at the first fetch.
    init(in parent: String = FileManager.default.temporaryDirectory.path) {
        self.parent = parent
        TemporarySoundFolder.removeAbandoned(in: parent)
    }

    /// Returns the path of a fetched sound.
    /// - Throws: ``SynthesisError`` with the reason that it is not played; `CancellationError`.
    func path(of address: String) async throws -> String {
        if let known = kept(address) { return known }
        guard let url = URL(string: address), let host = url.host,
            url.scheme == "https" || url.scheme == "http" && ["localhost", "127.0.0.1", "::1"].contains(host)
        else {
            throw SynthesisError(
                .outOfRange,
                "\"\(address.prefix(100))\" is no https address: sounds of other kinds of servers are not fetched.")
        }
        let exchange = HTTPExchange(
            method: .get, url: address, timeout: Self.timeout, maximumSize: Self.maximumBytes)
        let bytes: [UInt8]
        do {
            bytes = try await HTTPClient().run(exchange).get()
        } catch let failure as HTTPFailure {
            throw SynthesisError(.outOfRange, "The sound was not fetched: \(failure.reason).")
        }
        guard Self.isSound(bytes) else {
            throw SynthesisError(.outOfRange, "\(exchange.name) is no sound of a known kind: WAV, FLAC, Ogg or MP3.")
        }
        return try keep(bytes, as: address)
    }

    /// Returns whether the content begins like a sound file, so that nothing else gets to the library that reads them.
    private static func isSound(_ bytes: [UInt8]) -> Bool {
        let marks = ["RIFF", "fLaC", "OggS", "ID3", "FORM", "RF64"]
        if marks.contains(where: { bytes.starts(with: $0.utf8) }) { return true }
        // The frame of an MP3 without a tag.
        return bytes.count > 2 && bytes[0] == 0xFF && bytes[1] & 0xE0 == 0xE0 && bytes[1] & 0x06 != 0
    }

    /// Returns the path of a sound that is kept; nil when there is none.
    private func kept(_ address: String) -> String? {
        guard let known = entries[address], FileManager.default.fileExists(atPath: known.path) else { return nil }
        clock += 1
        entries[address]?.use = clock
        return known.path
    }

    private func keep(_ bytes: [UInt8], as address: String) throws -> String {
        // Another fetch of the same sound may have ended meanwhile.
        if let known = kept(address) { return known }
        clock += 1
        let path: String
        do {
            let folder = try presentFolder()
            path = "\(folder.path)/\(clock)"
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw SynthesisError(.failed, "A fetched sound cannot be written to \(parent).", cause: error)
        }
        entries[address] = Entry(path: path, size: bytes.count, use: clock)
        while entries.values.reduce(0, { $0 + $1.size }) > Self.capacity,
            let oldest = entries.filter({ $0.key != address }).min(by: { $0.value.use < $1.value.use })
        {
            // A file that is being played stays readable until it is closed.
            unlink(oldest.value.path)
            entries[oldest.key] = nil
        }
        return path
    }

    /// Returns the folder, which is made at the first use, and again when it was removed.
    private func presentFolder() throws(SystemCallError) -> TemporarySoundFolder {
        if let folder, folder.isPresent { return folder }
        let new = try TemporarySoundFolder.make(in: parent)
        folder = new
        return new
    }
}
