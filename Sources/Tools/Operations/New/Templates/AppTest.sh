saybus check @NAME@.yaml
work=$(mktemp -d)
export SAYBUS_BUS=ipc://$work/bus SAYBUS_STATE=$work/state
saybus up --app @NAME@.yaml --sink null >"$work/up.log" 2>&1 &
up=$!
trap 'kill "$up" 2>/dev/null || true; wait "$up" || true; rm -rf "$work"' EXIT
grep -q -m 1 "pipeline ready" <(timeout 60 tail --pid="$up" -n +1 -F "$work/up.log" 2>/dev/null) || {
    cat "$work/up.log" >&2
    exit 1
}
# Says a sentence as text, and looks for what is spoken. saybus ask fails when the sentence is not understood.
expect() {
    local answer
    answer=$(saybus ask "$1" 2>&1) || true
    [[ $answer == *"$2"* ]] || {
        printf 'expected "%s" for "%s", got: %s\n' "$2" "$1" "$answer" >&2
        exit 1
    }
}
expect "say hello to anna" "Hello anna!"
expect "set a timer for ten minutes" "A timer for 10 minutes."
echo "passed"
