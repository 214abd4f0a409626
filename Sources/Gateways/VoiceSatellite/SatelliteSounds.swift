import Foundation
import SaybusExternalEngines
import SaybusMessages
import SaybusSupport

/// The sounds of Home Assistant, as files in the folder in which the audio stage looks for sounds.
public struct SatelliteSounds: Sendable {
    /// The most bytes of a sound: some minutes.
    private static let maximumSize = 16 << 20
    private static let prefix = "satellite-"
    /// The seconds after which a sound is not played any more.
    private static let maximumAge: TimeInterval = 3600

    private let path: String

    /// Creates the folder's description.
    public init(_ path: String) { self.path = path }

    /// Fetches sounds.
    /// - Returns: The names of their files, in the same order; the reason when one of them cannot be fetched.
    func fetch(_ addresses: [String]) async throws(CancellationError) -> Result<[String], SatelliteSoundError> {
        var names: [String] = []
        for address in addresses {
            let exchange = HTTPExchange(
                method: .get, url: address, timeout: .seconds(30), maximumSize: Self.maximumSize)
            let result = try await HTTPClient().run(exchange)
                .mapError { SatelliteSoundError(.notFetched, $0.reason, cause: $0) }
                .flatMap { bytes in Result { () throws(SatelliteSoundError) -> String in try write(bytes) } }
            switch result {
            case .success(let name): names.append(name)
            case .failure(let failure):
                remove(names)
                return .failure(failure)
            }
        }
        return .success(names)
    }

    /// Writes samples as a sound.
    /// - Returns: The name of the file.
    /// - Throws: ``SatelliteSoundError`` with code `notWritten`.
    package func write(_ samples: [Int16], rate: Int) throws(SatelliteSoundError) -> String {
        try write(PCM.wavFile(samples, rate: rate))
    }

    /// Writes a sound. The audio stage finds it only when it is complete, and knows its kind by its content.
    private func write(_ bytes: [UInt8]) throws(SatelliteSoundError) -> String {
        let name = "\(Self.prefix)\(MessageID())"
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: "\(path)/\(name)"), options: .atomic)
        } catch {
            throw SatelliteSoundError(
                .notWritten, "no sound can be written into the folder \(path): \(error.plainReason)", cause: error)
        }
        return name
    }

    /// Removes sounds that were played. What this program has not written stays.
    func remove(_ names: [String]) {
        for name in names where name.hasPrefix(Self.prefix) && !name.contains("/") {
            try? FileManager.default.removeItem(atPath: "\(path)/\(name)")
        }
    }

    /// Removes the sounds that an earlier run has left. Newer ones may be those of another satellite.
    func removeAll(now: Date = Date()) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        remove(names.filter { isOld($0, now) })
    }

    private func isOld(_ name: String, _ now: Date) -> Bool {
        let attributes = try? FileManager.default.attributesOfItem(atPath: "\(path)/\(name)")
        guard let written = attributes?[.modificationDate] as? Date else { return false }
        return now.timeIntervalSince(written) > Self.maximumAge
    }
}
