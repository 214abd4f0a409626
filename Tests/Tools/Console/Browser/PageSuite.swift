import Foundation
import SaybusTesting

/// The common parts of all tests in a browser.
///
/// With `SAYBUS_PICTURES=folder` in the environment, they leave pictures of the pages there, for the documentation.
enum PageSuite {
    /// Whether the browser and the synthesizer are there.
    static var isPossible: Bool { Browser.isInstalled && access("/usr/bin/espeak-ng", X_OK) == 0 }

    /// Keeps a picture of the browser's window, if pictures are wanted.
    static func keep(_ browser: Browser, _ name: String) async throws {
        guard let folder = ProcessInfo.processInfo.environment["SAYBUS_PICTURES"] else { return }
        try await browser.picture().write(to: URL(fileURLWithPath: folder).appending(path: name))
    }

    /// Returns a file of silence for a microphone that is not used.
    static func silence(in folder: TemporaryFolder) throws -> String {
        try WaveFile.write([Int16](repeating: 0, count: 4800), rate: 48_000, to: folder.path("silence.wav"))
    }
}
