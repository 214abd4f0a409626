import Foundation

/// The folder whose sound files may be played: messages name files inside it, and no others.
enum SoundFolder {
    /// The path of a file in the folder; throws ``SynthesisError`` for a name that leads out of it.
    static func path(of name: String, in folder: String?) throws(SynthesisError) -> String {
        guard let folder else {
            throw SynthesisError(
                .outOfRange,
                "Sound files are not played here; start saybus-audio with --sounds FOLDER to allow those in it.")
        }
        let root = URL(fileURLWithPath: folder).resolvingSymlinksInPath().standardizedFileURL.path
        let path = URL(fileURLWithPath: "\(root)/\(name)").resolvingSymlinksInPath().standardizedFileURL.path
        guard !name.isEmpty, !name.utf8.contains(0), path.hasPrefix(root == "/" ? root : root + "/") else {
            throw SynthesisError(.outOfRange, "\"\(name.prefix(100))\" is no file in the folder of sounds.")
        }
        return path
    }
}
