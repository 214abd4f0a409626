import Foundation

extension SpawnedProcess {
    static func spawn(_ command: ProcessCommand, _ streams: [Stream]) throws(ProcessError) -> pid_t {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, stream) in streams.enumerated() {
            switch stream {
            case .null: posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
            case .inherited: posix_spawn_file_actions_adddup2(&actions, Int32(number), Int32(number))
            case .descriptor(let descriptor): posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            }
        }
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
        let environment = command.environment ?? ProcessInfo.processInfo.environment
        var words = ([command.program] + command.arguments).map { strdup($0) } + [nil]
        var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in words + variables { free(text) } }
        var processID: pid_t = 0
        let code = posix_spawnp(&processID, command.program, &actions, &attributes, &words, &variables)
        guard code == 0 else {
            throw ProcessError(code == ENOENT || code == EACCES ? .notFound : .notStarted, errno: code)
        }
        return processID
    }
}
