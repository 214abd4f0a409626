import Foundation
import Yams

/// A file of Home Assistant's, and its values with their lines.
struct YAMLFile {
    let path: String
    let root: Node

    init(_ path: String) throws(ModelError) {
        self.path = path
        let text = try ModelFile.text(path)
        do {
            root = try Yams.compose(yaml: text) ?? Node([:])
        } catch let error as YamlError {
            throw ModelError(.syntax, file: path, line: Self.line(of: error), "the file is no YAML: \(error)")
        } catch {
            throw ModelError(.syntax, file: path, "the file is no YAML: \(error)")
        }
    }

    private static func line(of error: YamlError) -> Int? {
        switch error {
        case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _): mark.line
        default: nil
        }
    }
}

extension Node {
    /// A member of a mapping; nil when there is none, or null.
    func member(_ name: String) -> Node? {
        guard let node = mapping?[Node(name)], node.null == nil || node.scalar?.style != .plain else { return nil }
        return node
    }

    /// The members of a mapping in the file's order, with their names.
    var members: [(name: String, node: Node)] {
        (mapping.map(Array.init) ?? []).compactMap { key, value in key.scalar.map { ($0.string, value) } }
    }

    /// The items of a list, or the only one.
    var items: [Node] { sequence.map(Array.init) ?? (scalar != nil ? [self] : []) }

    /// A scalar as it is written.
    var written: String? { scalar?.string }

    /// From 1.
    var line: Int? { mark?.line }
}
