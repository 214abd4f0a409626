import Yams

/// The positions of an app's parts in its file.
struct AppFileMap: Sendable {
    /// A line and a column, from 1.
    struct Place: Sendable {
        let line: Int
        let column: Int

        init(_ node: Node) { (line, column) = (node.mark?.line ?? 1, node.mark?.column ?? 1) }
    }

    /// The commands' positions by name.
    var commands: [String: Place] = [:]
    /// The topics' positions by name.
    var topics: [String: Place] = [:]
    /// The named requests' positions by name.
    var requests: [String: Place] = [:]
    /// The slot types' positions by name.
    var types: [String: Place] = [:]
    /// The patterns' positions by command and text.
    var patterns: [String: [String: Place]] = [:]
    /// The positions of secrets without a value.
    var lackingSecrets: [(name: String, place: Place)] = []
}
