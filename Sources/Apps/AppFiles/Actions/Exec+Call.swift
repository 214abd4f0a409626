import SaybusSupport

/// The call of a program with values in its arguments. The values may be words that somebody has spoken.
extension Exec {
    /// Returns the call of the program.
    /// - Parameters:
    ///   - folder: The app's folder, in which relative paths start, and the program works unless it has another one.
    ///   - variables: Variables of all programs. Those of this program take precedence.
    /// - Returns: The call, or a failure when an argument could mean something else to the program than a value.
    func call(
        _ values: ActionValues, in folder: String?, variables: [String: String], _ secrets: AppSecrets
    ) throws(TemplateError) -> Result<ProgramCall, ProgramFailure> {
        var texts: [String] = []
        var optionsAreRead = true
        for template in arguments {
            let argument = try template.render(values.texts)
            if argument.utf8.contains(0) {
                return .failure(ProgramFailure(.badArgument, "an argument of \(program) holds a NUL character"))
            }
            if addressesGroups, Self.isNumber(argument), case .value? = template.pieces.first {
                return .failure(
                    ProgramFailure(
                        .badArgument, "\(argument) would name a whole group of processes to \(program), not one"))
            }
            if optionsAreRead, argument.hasPrefix("-"), readsNumbersAsOptions || !Self.isNumber(argument),
                case .value(let name, _)? = template.pieces.first
            {
                return .failure(
                    ProgramFailure(
                        .badArgument,
                        "\"\(LogLine.clean(argument, limit: 80))\" would be an option of \(program): put \"--\" "
                            + "before {\(name)} if the program knows it"))
            }
            if template.pieces == [.literal("--")] { optionsAreRead = false }
            texts.append(argument)
        }
        return .success(
            ProgramCall(
                path(in: folder), texts, timeout: timeout, directory: directory ?? folder,
                environment: variables.merging(environment.mapValues(secrets.filled)) { _, own in own }))
    }

    /// Returns whether an argument is a negative number in decimal digits, such as `-5` or `-0.5`.
    private static func isNumber(_ argument: String) -> Bool {
        argument.wholeMatch(of: /-[0-9]+(\.[0-9]+)?/) != nil
    }

    /// Returns the program's path. Relative paths start at the app's folder; bare names are looked up in `PATH`.
    private func path(in folder: String?) -> String {
        guard let folder, program.contains("/"), !program.hasPrefix("/") else { return program }
        return folder + "/" + program
    }
}
