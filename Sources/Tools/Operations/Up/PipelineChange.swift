/// The difference between the programs that run and those of a changed description. Pure.
struct PipelineChange: Equatable {
    /// The numbers of the programs that are no longer wanted.
    var removed: [Int] = []
    /// The programs whose description has changed, by their numbers.
    var renewed: [Int: ChildProgram] = [:]
    /// The programs that are new, in the order in which they are started.
    var added: [ChildProgram] = []

    /// Compares programs by their names.
    /// - Parameters:
    ///   - running: The programs that are wanted so far, by their numbers.
    ///   - wanted: The programs of the changed description.
    init(from running: [Int: ChildProgram], to wanted: [ChildProgram]) {
        let numbers = Dictionary(running.map { ($0.value.name, $0.key) }, uniquingKeysWith: min)
        let names = Set(wanted.map(\.name))
        removed = running.filter { !names.contains($0.value.name) }.keys.sorted()
        for program in wanted {
            guard let number = numbers[program.name] else {
                added.append(program)
                continue
            }
            if running[number] != program { renewed[number] = program }
        }
    }

    /// Whether nothing has to be done.
    var isEmpty: Bool { removed.isEmpty && renewed.isEmpty && added.isEmpty }

    /// Returns the programs that have to be gone before a program is started, since they have its port for metrics. The
    /// ports of all programs move when the first one does, or a stage is inserted.
    /// - Parameters:
    ///   - program: The program as it is to be.
    ///   - number: Its number; nil for a new one.
    ///   - running: The programs that are wanted so far, by their numbers.
    func predecessors(of program: ChildProgram, _ number: Int?, among running: [Int: ChildProgram]) -> Set<Int> {
        guard let port = program.metricsPort else { return [] }
        return Set(removed + renewed.keys).filter { $0 != number && running[$0]?.metricsPort == port }
    }

    /// Returns a sentence on what is done.
    /// - Parameter running: The programs that are wanted so far, by their numbers.
    func words(_ running: [Int: ChildProgram]) -> String {
        func list(_ verb: String, _ names: [String]) -> String? {
            names.isEmpty ? nil : "\(verb) \(names.joined(separator: ", "))"
        }
        return [
            list("ends", removed.compactMap { running[$0]?.name }),
            list("starts again", renewed.sorted { $0.key < $1.key }.map(\.value.name)),
            list("starts", added.map(\.name)),
        ].compactMap(\.self).joined(separator: "; ")
    }
}
