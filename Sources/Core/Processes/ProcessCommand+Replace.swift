import Foundation

extension ProcessCommand {
    /// Replaces this process by the program, whose path must have a slash (`execv`).
    ///
    /// The program inherits environment and working directory; no signals are blocked in it, and `SIGPIPE` ends it.
    package func replaceThisProcess() throws(ProcessError) -> Never {
        // This may be a thread of libdispatch, which blocks signals; a program inherits the mask of the calling thread.
        var signals = sigset_t()
        sigemptyset(&signals)
        pthread_sigmask(SIG_SETMASK, &signals, nil)
        // An ignored signal remains ignored beyond `execv`, one with a handler does not.
        signal(SIGPIPE, SIG_DFL)
        var words = ([program] + arguments).map { strdup($0) } + [nil]
        execv(program, &words)
        let code = errno
        for word in words { free(word) }
        throw ProcessError(.notStarted, errno: code)
    }
}
