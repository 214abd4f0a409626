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
    var topics: [String: Place] = [:]
    var requests: [String: Place] = [:]
    var types: [String: Place] = [:]
    /// The patterns' positions by command and text.
    var patterns: [String: [String: Place]] = [:]
}
