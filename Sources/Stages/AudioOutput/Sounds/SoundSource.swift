import Foundation
import SaybusMessages

/// The sounds that events name: files in folders, those of the sound bank, and files on web servers.
struct SoundSource: Sendable {
    /// The folders of sound files.
    let folders: SoundFolders
    /// The sounds of web servers; nil when none are fetched.
    let web: WebSounds?

    /// A sound that can be played.
    enum Sound {
        /// A file.
        case file(path: String)
        /// A sound of the bank.
        case bank(BankSound)
    }

    /// Returns the sound of a name.
    /// - Throws: ``SynthesisError``, or `SoundError` for a name that leads out of the folders; `CancellationError`.
    func sound(_ name: String, from sender: Source?) async throws -> Sound {
        if name.lowercased().hasPrefix(SoundBank.scheme) { return .bank(try SoundBank.sound(name)) }
        guard name.prefix(20).contains("://") else { return .file(path: try folders.path(of: name, from: sender)) }
        guard let web else {
            throw SynthesisError(.outOfRange, "Sounds of web servers are not played here: leave out --no-web-sounds.")
        }
        return .file(path: try await web.path(of: name))
    }
}
