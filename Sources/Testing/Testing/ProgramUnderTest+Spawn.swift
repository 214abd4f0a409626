import Glibc

extension ProgramUnderTest {
    /// For standard output and error. Programs started at the same moment by other means may inherit its ends: those close what they
    /// do not know, and ours are started one at a time.
    static func pipe() throws(ProgramError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard Glibc.pipe(&ends) == 0 else {
            throw ProgramError(.notStarted, "no pipe: \(String(cString: strerror(errno)))")
        }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (ends[0], ends[1])
    }

    /// For standard input: unlike a pipe it lets us write to a dead program without a signal.
    static func socketPair() throws(ProgramError) -> (read: Int32, write: Int32) {
        var ends: [Int32] = [-1, -1]
        guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0, &ends) == 0 else {
            throw ProgramError(.notStarted, "no socket pair: \(String(cString: strerror(errno)))")
        }
        return (ends[0], ends[1])
    }

    /// Makes the standard streams and starts a process.
    /// - Returns: The process, and our ends of its standard streams.
    static func start(
        _ path: String, _ arguments: [String], _ environment: [String: String], takesInput: Bool
    ) throws(ProgramError) -> (Int32, [Int32?]) {
        var ours: [Int32?] = [nil, nil, nil]
        var theirs: [Int32?] = [nil, nil, nil]
        defer { for case .some(let descriptor) in theirs { close(descriptor) } }
        do {
            if takesInput { (theirs[0], ours[0]) = try socketPair() }
            (ours[1], theirs[1]) = try pipe()
            (ours[2], theirs[2]) = try pipe()
            return (try spawn(path, arguments, environment, theirs), ours)
        } catch {
            for case .some(let descriptor) in ours { close(descriptor) }
            throw error
        }
    }

    /// Starts a process with the default handling of signals and none blocked, whatever the calling thread has.
    static func spawn(
        _ path: String, _ arguments: [String], _ environment: [String: String], _ descriptors: [Int32?]
    ) throws(ProgramError) -> Int32 {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in descriptors.enumerated() {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(number))
            } else {
                posix_spawn_file_actions_addopen(&actions, Int32(number), "/dev/null", O_RDWR, 0)
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
        var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) }
        var variables: [UnsafeMutablePointer<CChar>?] = environment.map { strdup("\($0.key)=\($0.value)") }
        defer { for word in words + variables { free(word) } }
        words.append(nil)
        variables.append(nil)
        var process: pid_t = 0
        let code = posix_spawn(&process, path, &actions, &attributes, words, variables)
        guard code == 0 else {
            throw ProgramError(.notStarted, "cannot start \(path): \(String(cString: strerror(code)))")
        }
        return process
    }
}
