import Foundation

/// The files of the US English model.
public struct SphinxModel: Sendable, Equatable {
    /// The directory of the acoustic model.
    public let acoustics: String
    /// The language model of general English.
    public let language: String
    /// The pronouncing dictionary.
    public let dictionary: String

    /// The places where packages of distributions and pocketsphinx itself install the model.
    static let usualPlaces = [
        "/usr/share/pocketsphinx/model/en-us", "/usr/local/share/pocketsphinx/model/en-us",
        "/opt/homebrew/share/pocketsphinx/model/en-us",
    ]

    /// Finds the model.
    /// - Parameter directory: The model's directory `en-us`; nil searches the usual places.
    public init(directory: String? = nil) throws(SphinxError) {
        let places = directory.map { [$0] } ?? Self.usualPlaces
        guard let place = places.first(where: { Self.missing(in: $0).isEmpty }) else {
            let missing = Self.missing(in: places.first ?? "").joined(separator: ", ")
            throw SphinxError(
                .modelMissing,
                "no US English model in \(places.joined(separator: ", ")) (there is no \(missing)): "
                    + "install the package pocketsphinx-en-us, or name the model's directory")
        }
        acoustics = place + "/en-us"
        language = place + "/en-us.lm.bin"
        dictionary = place + "/cmudict-en-us.dict"
    }

    private static func missing(in place: String) -> [String] {
        ["en-us/mdef", "en-us.lm.bin", "cmudict-en-us.dict"].filter {
            !FileManager.default.isReadableFile(atPath: "\(place)/\($0)")
        }
    }
}
