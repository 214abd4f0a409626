import Foundation
import SaybusMessages
import SaybusOperations
import SaybusProcesses
import SaybusStage

extension FilePipeline {
    /// The time in which a program must have read its options.
    private static let checkTime = Duration.seconds(20)

    /// Checks what only the programs know: each one reads its options, and ends before it does anything.
    /// - Parameters:
    ///   - file: The file of this pipeline.
    ///   - host: The machine's name in the file; nil for all stages.
    /// - Throws: ``PipelineFileError`` with the line of the stage; `StageFailure` with code `unavailable` when a
    ///   program cannot be started; `CancellationError`.
    public func check(_ file: PipelineFile, host: String?) async throws {
        let stages = try file.stages(of: host)
        try checkRepetitions(file)
        if stages.contains(where: { $0.program == "dispatch" }) {
            for path in file.apps + file.skills where access(path, R_OK) != 0 {
                let reason = String(cString: strerror(errno))
                throw PipelineFileError(
                    .field, file: file.path, line: file.appLines[path], "\(path) cannot be read: \(reason)")
            }
        }
        for program in programs {
            let variables = program.environment.merging([optionCheckVariable: "1"]) { $1 }
            let result = try await ProcessCommand(
                program.path, program.arguments, addingToEnvironment: variables
            ).capture(limit: 64 << 10, timeout: Self.checkTime)
            let run: CapturedRun
            do {
                run = try result.get()
            } catch {
                throw StageFailure(.unavailable, "\(program.path) does not check its options: \(error.reason)")
            }
            guard run.termination != .exited(0) else { continue }
            let said = run.errors.text.split(separator: "\n").first.map(String.init) ?? "it does not take its options"
            let stage = stages.first { stage in file.hosted(stage).contains { $0.instance == program.name } }
            throw PipelineFileError(
                .field, file: file.path, line: stage?.line,
                "stage \(program.name): \((said.hasPrefix("Error: ") ? String(said.dropFirst(7)) : said).shortened(to: 400))"
            )
        }
    }

    /// Checks that no app stands in the file twice, and that no two programs serve their metrics at one address.
    private func checkRepetitions(_ file: PipelineFile) throws(PipelineFileError) {
        var seen: Set<String> = []
        for path in file.apps + file.skills where !seen.insert(path).inserted {
            throw PipelineFileError(
                .field, file: file.path, line: file.appLines[path],
                "\(path) stands here twice: one of them would wait for ever, and carry out nothing")
        }
        var addresses: [String: String] = [:]
        for program in programs {
            // The system chooses a free port for each that asks for 0.
            guard let address = Self.value(of: "--metrics", in: program.arguments), !address.hasSuffix(":0")
            else { continue }
            if let other = addresses.updateValue(program.name, forKey: address) {
                throw PipelineFileError(
                    .field, file: file.path,
                    "the stages \(other) and \(program.name) would both serve their metrics at \(address)")
            }
        }
    }

    /// Returns the value of an option, which stands behind it or is joined to it by an equals sign.
    private static func value(of option: String, in arguments: [String]) -> String? {
        for (index, argument) in arguments.enumerated() {
            if argument == option { return index + 1 < arguments.count ? arguments[index + 1] : nil }
            if argument.hasPrefix(option + "=") { return String(argument.dropFirst(option.count + 1)) }
        }
        return nil
    }
}
