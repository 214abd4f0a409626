import SaybusMessages
import SaybusSupport

/// A check for fields of published messages that their kind does not have. The stages ignore such fields.
struct FieldCheck {
    /// A field that a schema does not have, and the one that may be meant.
    private typealias Stray = (name: String, nearest: String?)

    let file: String
    let app: App
    let map: AppFileMap

    /// The findings, in the order of the commands and then of the requests.
    var findings: [AppFinding] {
        let ofCommands = app.commands.flatMap { command -> [AppFinding] in
            unknownFields(in: command.actions + command.failed, "command \(command.type)", map.commands[command.type])
        }
        let ofRequests = app.requests.sorted { $0.key < $1.key }.flatMap { name, request -> [AppFinding] in
            unknownFields(in: request.outcomes.flatMap(\.self) + request.failed, "request \(name)", map.requests[name])
        }
        // Actions behind both answers to a confirmation are there twice.
        var told: Set<String> = []
        return (ofCommands + ofRequests).filter { told.insert($0.message).inserted }
    }

    private func unknownFields(in actions: [Action], _ owner: String, _ place: AppFileMap.Place?) -> [AppFinding] {
        actions.flatMap(\.withScheduled).flatMap { action -> [AppFinding] in
            guard case .publish(let publication) = action, let type = MessageCatalog.type(of: publication.kind) else {
                return []
            }
            return strays(in: publication.body, type.schema).map { name, nearest in
                let hint = nearest.map { "did you mean \($0)?" } ?? "it is ignored"
                return AppFinding(
                    .unknownField, file, place,
                    "\(owner): publish: \(publication.kind) has no field \(LogLine.clean(name, limit: 40)); \(hint)")
            }
        }
    }

    private func strays(in value: JSONTemplate, _ schema: Schema) -> [Stray] {
        switch (schema, value) {
        case (.object(_, let fields), .object(let members)):
            members.sorted { $0.key < $1.key }.flatMap { name, member -> [Stray] in
                if let field = fields.first(where: { $0.name == name }) { return strays(in: member, field.schema) }
                return [(name, NearestName.of(name, among: fields.map(\.name)))]
            }
        case (.array(let element), .array(let members)): members.flatMap { strays(in: $0, element) }
        default: []
        }
    }
}
