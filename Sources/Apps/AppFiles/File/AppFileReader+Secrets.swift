import SaybusSupport
import Yams

extension AppFileReader {
    /// Reads the file of secrets, relative to the app's folder.
    mutating func secretFile(_ node: Node) {
        guard let path = text(node, "secrets") else { return }
        let whole = folder.map { path.hasPrefix("/") ? path : "\($0)/\(path)" } ?? path
        if let problem = secretSource.read(whole) { report(.badValue, node, "secrets: \(LogLine.clean(problem))") }
    }

    /// Checks the secrets of a text, and takes their values.
    mutating func checkSecrets(_ names: [String], _ node: Node, _ what: String, isAllowed: Bool) {
        for name in names {
            guard isAllowed else {
                report(
                    .template, node,
                    "\(what): the secret ${\(name)} would be seen or heard here; it may stand in query, headers, bearer "
                        + "and body of http, and in environment of exec")
                continue
            }
            if let value = secretSource.value(name) {
                secrets.values[name] = value
            } else if secretsMayLack {
                lackingSecrets.append((name, node))
            } else {
                report(
                    .badValue, node,
                    "\(what): there is no secret \(name): set it in the environment, or in the file that \"secrets\" names"
                )
            }
        }
    }
}
