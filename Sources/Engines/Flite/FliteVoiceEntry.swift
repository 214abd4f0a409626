import Glibc

/// A voice of flite that Debian has.
public struct FliteVoiceEntry: Sendable, Hashable {
    /// The name, such as `slt`.
    public let name: String
    /// Whether the speaker is a woman.
    public let isFemale: Bool
    /// The speaker's language: a BCP 47 tag.
    public let language: String
    /// Whether the voice was made by statistics of hours of speech, which is clearer than one of joined diphones.
    public let isStatistical: Bool
    /// The sample rate in hertz.
    public let rate: Int
    /// The average pitch in hertz; nil for a voice whose pitch is fixed.
    let pitch: Float?

    /// All voices, the clearest ones first.
    public static let all = [
        FliteVoiceEntry(
            name: "slt", isFemale: true, language: "en-US", isStatistical: true, rate: 16_000, pitch: 172),
        FliteVoiceEntry(
            name: "rms", isFemale: false, language: "en-US", isStatistical: true, rate: 16_000, pitch: nil),
        FliteVoiceEntry(
            name: "awb", isFemale: false, language: "en-GB", isStatistical: true, rate: 16_000, pitch: 130),
        FliteVoiceEntry(
            name: "kal16", isFemale: false, language: "en-US", isStatistical: false, rate: 16_000, pitch: 95),
        FliteVoiceEntry(name: "kal", isFemale: false, language: "en-US", isStatistical: false, rate: 8_000, pitch: 95),
    ]

    /// Whether the voice's library can be loaded, with libflite, from the system's library path.
    public var isInstalled: Bool {
        guard let handle = dlopen(library, RTLD_LAZY | RTLD_LOCAL) else { return false }
        dlclose(handle)
        return true
    }

    /// The name of the voice's library.
    var library: String { "libflite_cmu_us_\(name).so.1" }
}
