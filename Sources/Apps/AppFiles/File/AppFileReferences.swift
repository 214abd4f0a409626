import SaybusMessages
import SaybusSupport
import Yams

/// References to parts of a file that may be defined later in it.
struct AppFileReferences {
    /// A place that asks a request.
    struct RequestUse {
        let request: String
        let node: Node
        let what: String
        /// The values known there; nil when they could not be read.
        let names: AppFileNames?
    }

    /// A text of a request, whose values may come from the places that ask the request.
    struct ValueUse {
        let names: [String]
        /// The names with a fallback.
        let optional: [String]
        let node: Node
        let what: String
        let known: AppFileNames
        let made: Set<String>
    }

    var requestUses: [RequestUse] = []
    var valueUses: [ValueUse] = []
    var topics: [(name: String, node: Node, what: String)] = []
}

extension AppFileReader {
    /// Checks the references after the whole file has been read.
    mutating func checkReferences() {
        let topicNames = topics.dropFirst().map(\.name)
        for (name, node, what) in references.topics where !topicNames.contains(name) {
            let nearest = NearestName.of(name, among: topicNames).map { "; did you mean \"\($0)\"?" } ?? ""
            report(.badValue, node, "\(what): no topic is called \"\(LogLine.clean(name, limit: 40))\"\(nearest)")
        }
        let own = map.requests.keys.sorted()
        for use in references.requestUses where requests[use.request] == nil && !own.contains(use.request) {
            let nearest = NearestName.of(use.request, among: own).map { "; did you mean \"\($0)\"?" } ?? ""
            report(
                .badValue, use.node,
                "\(use.what): no request is called \"\(LogLine.clean(use.request, limit: 40))\"\(nearest)")
        }
        let cycles = cycles()
        for use in cycles {
            // A question without a name of its own is named by its place.
            let asking = own.contains(use.request) ? "asking \(use.request) here" : "this question"
            report(
                .badValue, use.node,
                "\(use.what): \(asking) goes in a circle: its answers would lead here again; say how to go on, with a "
                    + "command that asks")
        }
        // With a cycle, the known values would depend on themselves.
        guard cycles.isEmpty else { return }
        var known: [String: Set<String>?] = [:]
        for use in references.valueUses {
            guard let request = use.known.request, let askers = self.known(to: request, &known) else { continue }
            var names = use.known
            var possible = Set(names.sometimes.keys)
            var (answers, heard): (Set<String>, Set<String>) = ([], [])
            names.always.formUnion(askers)
            for asker in self.askers(of: request) {
                names.sometimes.merge(asker.sometimes) { own, _ in own }
                let given = asker.always.union(asker.sometimes.keys)
                possible.formUnion(given)
                answers.formUnion(asker.answers)
                heard.formUnion(given.subtracting(asker.answers))
            }
            names.answers.formUnion(answers.subtracting(heard))
            for name in use.names { check(name, use.node, use.what, names, use.made) }
            for name in use.optional where !possible.contains(Template.baseName(name)) {
                check(name, use.node, use.what, names, use.made)
            }
        }
    }

    /// Returns the names known at each place that leads to a request, directly or by other requests.
    private func askers(of request: String) -> [AppFileNames] {
        var (found, open, seen): ([AppFileNames], [String], Set<String>) = ([], [request], [])
        while let next = open.popLast() {
            guard seen.insert(next).inserted else { continue }
            let names = references.requestUses.filter { $0.request == next }.compactMap(\.names)
            found += names
            open += names.compactMap(\.request)
        }
        return found
    }

    /// Returns the values known wherever a request is asked; nil when it is never asked, or the values could
    /// not be read.
    private func known(to request: String, _ known: inout [String: Set<String>?]) -> Set<String>? {
        if let names = known[request] { return names }
        var all: Set<String>?
        for use in references.requestUses where use.request == request {
            guard let names = use.names else { continue }
            var here = names.always
            if let from = names.request { here.formUnion(self.known(to: from, &known) ?? []) }
            all = all.map { $0.intersection(here) } ?? here
        }
        known[request] = .some(all)
        return all
    }

    /// Returns the places where a request's follow-up actions ask it again.
    private func cycles() -> [AppFileReferences.RequestUse] {
        enum Mark { case open, done }
        var marks: [String: Mark] = [:]
        var found: [AppFileReferences.RequestUse] = []
        var following: [String: [AppFileReferences.RequestUse]] = [:]
        for use in references.requestUses {
            if let from = use.names?.request { following[from, default: []].append(use) }
        }
        func visit(_ request: String) {
            marks[request] = .open
            for use in following[request] ?? [] {
                switch marks[use.request] {
                case .open: found.append(use)
                case .done: break
                case nil: visit(use.request)
                }
            }
            marks[request] = .done
        }
        for request in requests.keys.sorted() where marks[request] == nil { visit(request) }
        return found
    }
}
