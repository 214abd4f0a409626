import SaybusTesting

extension NamedPipe {
    /// Returns a shell script that writes `<name> up <process id>`, waits for SIGTERM, and writes `<name> down`.
    func body(_ name: String) -> String {
        """
        exec 3>"\(path)"
        trap 'echo "\(name) down" >&3; exit 0' TERM
        echo "\(name) up $$" >&3
        tail --pid=$$ -f /dev/null 3>&- &
        wait $!
        """
    }
}
