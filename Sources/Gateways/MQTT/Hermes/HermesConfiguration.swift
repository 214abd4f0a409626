import Foundation
import SaybusMessages

/// The configuration of the Hermes protocol.
public struct HermesConfiguration: Sendable {
    /// The intents of Hermes apps, as the catalog of one app; nil when Hermes apps only watch the intents of others.
    public var intents: Catalog?
    /// The absolute path of the folder into which the sounds of `playBytes` are written, and from which the audio stage
    /// plays them; nil when such sounds are refused.
    public let soundFolder: String?

    /// The name of the app that stands for all Hermes apps.
    public static let app = "hermes"

    /// Creates a configuration.
    public init(intents: Catalog? = nil, soundFolder: String? = nil) {
        self.intents = intents
        // As the audio stage writes it, so that its sentences about this folder are told from those about others.
        self.soundFolder = soundFolder.map {
            URL(fileURLWithPath: $0).resolvingSymlinksInPath().standardizedFileURL.path
        }
    }
}
