import Foundation
import SaybusSupport

/// A check of the folder in which apps keep lists, timers and what they remember.
struct StateFolderCheck {
    /// The folder: that of `SAYBUS_STATE`, or else the user's own.
    var folder = UserDirectory.appState()
    var least = FolderSpace.minimum

    /// Returns whether something can be kept in the folder, or in the one in which it will be made.
    func finding() -> Finding {
        var path = folder.hasPrefix("/") ? folder : "\(FileManager.default.currentDirectoryPath)/\(folder)"
        while path.utf8.count > 1, access(path, F_OK) != 0 { path = (path as NSString).deletingLastPathComponent }
        guard let problem = FolderSpace.problem(in: path, least: least) else {
            return Finding("state folder", .good, path == folder ? folder : "\(folder) will be made by an app")
        }
        return Finding(
            "state folder", .missing, "\(problem.text); lists, timers and what apps remember are not kept",
            remedy: "\(problem.remedy), or choose another folder with SAYBUS_STATE")
    }
}
