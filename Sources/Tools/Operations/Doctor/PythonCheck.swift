import Foundation
import Subprocess

/// Python with pyzmq: for stages written in Python.
struct PythonCheck {
    /// How long Python may take to answer.
    private static let patience = Duration.seconds(5)

    /// The interpreter: `SAYBUS_PYTHON`, else `python3`.
    var interpreter = ProcessInfo.processInfo.environment["SAYBUS_PYTHON"] ?? "python3"

    func finding() async -> Finding {
        let remedy =
            "only for stages in Python: apt-get install python3-zmq, or SAYBUS_PYTHON=.build/python/bin/python after deploy/install --python"
        let program = #"import sys, zmq; print("Python", sys.version.split()[0], "with pyzmq", zmq.__version__)"#
        let answer = await withTaskGroup(of: String??.self) { group in
            group.addTask { .some(await run(["-c", program])) }
            group.addTask {
                // The time limit itself.
                try? await Task.sleep(for: Self.patience)
                return nil
            }
            defer { group.cancelAll() }
            return await group.next() ?? nil
        }
        guard let answer else { return Finding("Python", .hint, "\(interpreter) does not answer", remedy: remedy) }
        guard let answer else { return Finding("Python", .hint, "no \(interpreter) with pyzmq", remedy: remedy) }
        return Finding("Python", .good, answer)
    }

    /// What it prints; nil when it fails or is not there.
    private func run(_ arguments: [String]) async -> String? {
        let executable: Executable =
            interpreter.contains("/") ? .path(Self.path(interpreter)) : .name(interpreter)
        let run = try? await Subprocess.run(
            executable, arguments: Arguments(arguments), output: .string(limit: 4096), error: .discarded)
        guard let run, run.terminationStatus.isSuccess else { return nil }
        return run.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// A file path of whichever type the caller wants: it comes from a module that is not imported here.
    private static func path<Path: ExpressibleByStringLiteral>(_ text: String) -> Path
    where Path.StringLiteralType == String {
        Path(stringLiteral: text)
    }
}
