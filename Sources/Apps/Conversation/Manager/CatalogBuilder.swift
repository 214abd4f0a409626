import SaybusDispatch
import SaybusMessages

/// A builder of the catalog of an app's commands.
@ConversationActor
struct CatalogBuilder {
    private let app: String
    private let language: String
    /// The problems of the commands, in sentences.
    private(set) var problems: [String] = []

    init(app: String, language: String) { (self.app, self.language) = (app, language) }

    /// Returns the catalog of commands: recognizers of one type are one command.
    mutating func catalog(of recognizers: [VerbalCommandRecognizer]) -> Catalog {
        var commands: [Catalog.Command] = []
        var indices: [String: Int] = [:]
        for recognizer in recognizers {
            let index = indices[recognizer.commandType] ?? commands.count
            if index == commands.count {
                indices[recognizer.commandType] = index
                commands.append(
                    Catalog.Command(
                        type: recognizer.commandType, patterns: [], summary: recognizer.summary,
                        confirmBelow: recognizer.thresholds?.confirmBelow,
                        refuseBelow: recognizer.thresholds?.refuseBelow))
            }
            let known = commands[index].patterns
            commands[index].patterns += recognizer.patterns.filter { !known.contains($0) }
            // Also without phrases, the other apps learn that this one may understand what fits no pattern.
            if !recognizer.appOnlyMatchers.isEmpty {
                commands[index].phrases = (commands[index].phrases ?? []) + recognizer.phrases
            }
        }
        let types = slotTypes(of: recognizers)
        return Catalog(app: app, language: language, commands: commands, slotTypes: types.isEmpty ? nil : types)
    }

    /// Returns the types of the recognizers' patterns, one for each name.
    private mutating func slotTypes(of recognizers: [VerbalCommandRecognizer]) -> [Catalog.SlotType] {
        var types: [Catalog.SlotType] = []
        for recognizer in recognizers {
            for type in recognizer.slotTypes where !types.contains(type) {
                if types.contains(where: { $0.name == type.name }) {
                    problems.append(
                        "the command \(recognizer.commandType) has a type \(type.name) unlike another "
                            + "command's: give it another name; its own values cannot be said")
                } else {
                    types.append(type)
                }
            }
        }
        return types
    }
}
