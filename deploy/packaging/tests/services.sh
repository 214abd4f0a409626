# shellcheck shell=bash disable=SC2154 # Sourced by deploy/packaging/test, which has set the variables.
# The services, with systemd as process 1 of a container.
. "$here/tests/debian.sh"
install_tools systemd-container

leader=
machine=

# inside COMMAND…: runs a command in the booted system.
inside() { nsenter --target "$leader" --mount --uts --ipc --pid --net -- env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 "$@"; }
# at_bus COMMAND…: runs a command as the user of the stages.
at_bus() { inside runuser -u saybus -- env SAYBUS_BUS=ipc:///run/saybus "$@"; }
# ask TEXT: a turn, which must be handled.
ask() { at_bus saybus ask --wait 20 "$1"; }
property() { inside systemctl show --value --property "$2" "saybus-$1"; }
signal() { inside systemctl kill --kill-whom=main --signal "$2" "saybus-$1"; }
is_ready() { at_bus saybus status --wait 0 --require "$1"; }
journal_has() { inside journalctl --no-pager -o cat "${@:2}" | grep -q -- "$1"; }

boot() {
    systemd-nspawn --quiet --boot --register=no --keep-unit --directory="$1" --machine=saybus-test --console=read-only \
        </dev/null >"$work/console" 2>&1 &
    machine=$!
    eventually 30 find_leader
    eventually 60 is_booted
}

find_leader() { leader=$(pgrep -P "$machine" | head -n 1) && [[ -n $leader ]]; }
is_booted() { inside systemctl is-system-running 2>/dev/null | grep -qE '^(running|degraded)$'; }

halt() {
    [[ -n $machine ]] || return 0
    # What systemd-nspawn takes as the wish to power off.
    kill -TERM "$machine" 2>/dev/null || true
    timeout 30 tail --pid="$machine" -f /dev/null || kill -KILL "$machine"
    machine=
}

# turns FILE: one after the other, each with its outcome, until FILE.stop is there.
turns() {
    while [[ ! -e $1.stop ]]; do
        if ask "turn on the kitchen light" >"$1.last" 2>&1; then echo handled; else echo "lost: $(tr '\n' ' ' <"$1.last")"; fi
    done >"$1"
}

service_tests() {
    local tree=$work/system deb next old before
    package
    fresh_debian "$tree"
    cp -- "$deb" "$tree/root/saybus.deb"
    in_root "$tree" apt-get -q update >/dev/null
    # For a desktop: a manager of the user's own, and a sound server, which has a loudspeaker of its own where there is none.
    in_root "$tree" apt-get -q -y install /root/saybus.deb dbus dbus-user-session libpam-systemd pulseaudio pulseaudio-utils \
        libasound2-plugins >"$work/install" 2>&1 || { tail "$work/install"; exit 69; }
    in_root "$tree" useradd --create-home --shell /bin/sh alice
    # Small disks, which are soon full.
    printf 'tmpfs %s tmpfs size=2m 0 0\n' /var/lib/saybus /run/saybus >>"$tree/etc/fstab"
    cat >"$tree/etc/saybus/lamp.yaml" <<'YAML'
app: lamp
types: {Room: [kitchen, bedroom]}
commands:
  Light:
    patterns: ["turn on the @room:Room light"]
    do: [{speak: "The {room} light is on."}]
  Timer:
    patterns: ["remind me in ten minutes"]
    do: [{after: {time: 10min, do: [{speak: "Ten minutes are over."}]}}, {speak: "I will."}]
YAML
    cat >"$tree/etc/saybus/saybus.yaml" <<'YAML'
apps: lamp.yaml
stages:
  broker:
  transcribe:
  intent:
  dispatch:
  audio: {sink: "null"}
  hall: {program: audio, sink: "null", session: hall}
YAML
    in_root "$tree" systemctl enable saybus.target saybus-audio@hall >/dev/null 2>&1
    local began=$SECONDS
    boot "$tree"
    check "the system boots, and the stages are ready ($((SECONDS - began)) s)" \
        eventually 30 is_ready broker/broker,transcribe/transcribe,intent/intent,dispatch/dispatch,audio/audio,audio/hall
    check "systemd knows that each is ready, by what it says of itself" inside sh -ec \
        'for unit in broker transcribe intent dispatch audio audio@hall; do
             systemctl is-active saybus-$unit; systemctl show -p StatusText saybus-$unit | grep "ready\|standby"; done'
    check "stages that the file does not have are skipped, and nothing has failed" inside sh -ec \
        'test "$(systemctl show --value -p Result saybus-listen)" = exec-condition; systemctl is-system-running'
    check "a turn is handled" ask "turn on the kitchen light"
    check "each program runs as the user saybus, without capabilities" inside sh -ec \
        'for unit in broker transcribe intent dispatch audio; do
             status=/proc/$(systemctl show --value -p MainPID saybus-$unit)/status
             grep -q "^CapEff:.*0000000000000000$" $status && grep -q "^NoNewPrivs:.1$" $status && grep -q "^Seccomp:.2$" $status
             test "$(stat -c %U "/proc/$(systemctl show --value -p MainPID saybus-$unit)")" = saybus; done'
    check "root of another service, or another user, cannot enter the bus" inside sh -ec \
        'test "$(stat -c "%a %U" /run/saybus)" = "700 saybus"; ! runuser -u nobody -- ls /run/saybus'

    signal intent KILL
    began=$SECONDS
    check "a killed stage is started again" eventually 20 restarted intent 1
    check "and takes part in turns ($((SECONDS - began)) s after the kill)" ask "turn on the bedroom light"

    signal dispatch STOP
    began=$SECONDS
    check "a stage that hangs is ended by the watchdog, and started again" eventually 30 restarted dispatch 1
    check "after $((SECONDS - began)) s, and the journal tells why" journal_has "Watchdog timeout" -u saybus-dispatch
    check "then turns are handled again" ask "turn on the kitchen light"
    check "the journal has the broker's warning of the lost stage, with its details as fields" lost_is_told
    signal broker STOP
    began=$SECONDS
    check "so is a broker that hangs" eventually 30 restarted broker 1
    check "and the others find the new one ($((SECONDS - began)) s after the hang)" ask "turn on the kitchen light"

    full_disks
    desktop "$tree"
    check "why a stage cannot start stands in the journal as an error, and it is not tried again" wrong_option
    check "a stage that lacks a library waits before it is tried again" lacking_library
    check "and is ready by itself when it lacks nothing" eventually 20 is_ready transcribe

    next=$work/next
    mkdir -p "$next"
    dpkg-deb -x "$deb" "$work/content"
    "$here/deb" --program "$work/content/usr/bin/saybus" --version "$(dpkg-deb -f "$deb" Version)+next1" --out "$next" >/dev/null
    find "$next" -name '*.deb' -exec cp -- {} "$tree/root/next.deb" \;
    : >"$work/turns"
    turns "$work/turns" &
    local asking=$!
    eventually 20 has_turns 3
    old=$(property intent MainPID)
    check "the package is upgraded while turns go on" inside dpkg -i /root/next.deb
    check "the running stages are those of the new version" eventually 20 changed intent "$old"
    before=$(wc -l <"$work/turns")
    eventually 30 has_turns $((before + 3))
    touch "$work/turns.stop"
    wait "$asking" || true
    check "of $(wc -l <"$work/turns") turns meanwhile, each was handled" all_handled
    inside systemctl stop saybus.target
    check "stopping the target stops every stage" eventually 10 all_stopped
    check "the package is removed, with the system running" inside sh -ec \
        'dpkg -r saybus; ! test -e /usr/bin/saybus; test -e /etc/saybus/saybus.yaml'
    halt
    rm -rf -- "$tree"
}

# What apps keep, and what stages remember of open turns, are on disks of their own: see fstab above.
full_disks() {
    local before
    before=$(restarts)
    check "a timer is kept" ask "remind me in ten minutes"
    check "the disks of the state and of the open turns are full" fill
    check "a turn is handled nevertheless" ask "turn on the bedroom light"
    check "a timer that cannot be kept is refused, and the journal tells why" no_room
    check "nothing has ended by itself" test "$(restarts)" = "$before"
    check "a stage starts again on the full disk" inside systemctl restart saybus-dispatch
    check "and a turn is handled" ask "turn on the kitchen light"
    inside rm /var/lib/saybus/full /run/saybus/full
    check "with space on the disk again, a timer is kept" ask "remind me in ten minutes"
}

restarts() { inside systemctl show --property Id --property NRestarts 'saybus-*.service'; }

fill() {
    local folder
    for folder in /var/lib/saybus /run/saybus; do
        inside dd if=/dev/zero of=$folder/full bs=4k status=none && return 1
        [[ $(inside df --output=avail $folder | tail -n 1) -eq 0 ]] || return 1
    done
    return 0
}
no_room() { ! ask "remind me in ten minutes" && journal_has "free some space on the disk" -u saybus-dispatch; }

# A user's own pipeline, which plays through the user's sound server.
desktop() {
    install -d "$1/home/alice/.config/saybus"
    cp -- "$1/etc/saybus/lamp.yaml" "$1/home/alice/.config/saybus"
    cat >"$1/home/alice/.config/saybus/saybus.yaml" <<'YAML'
apps: lamp.yaml
stages:
  broker:
  transcribe:
  intent:
  dispatch:
  audio: {sink: device}
YAML
    inside chown -R alice:alice /home/alice/.config
    inside loginctl enable-linger alice
    check "a user's own manager runs" eventually 20 as_user systemctl --user is-active default.target
    check "the user's pipeline starts, and tells that manager that it is ready" as_user systemctl --user enable --now saybus
    check "beside the machine's, on a bus of its own" as_user saybus status --wait 20 --require transcribe,intent,dispatch,audio
    check "a turn is handled, and its words reach the sound server" audible
    as_user systemctl --user kill --kill-whom=main --signal KILL saybus
    check "killed, it is started again with all its stages" eventually 30 user_restarted
    check "and turns are handled" as_user saybus ask --wait 20 "turn on the kitchen light"
    check "it stops with its stages" as_user sh -ec 'systemctl --user stop saybus; ! pgrep -u "$(id -u)" saybus'
    inside loginctl disable-linger alice
}

as_user() {
    inside runuser -u alice -- env XDG_RUNTIME_DIR=/run/user/1000 DBUS_SESSION_BUS_ADDRESS=unix:path=/run/user/1000/bus "$@"
}

user_restarted() {
    (($(as_user systemctl --user show --value --property NRestarts saybus) == 1)) &&
        as_user saybus status --wait 0 --require transcribe,intent,dispatch,audio
}

# Records what the sound server plays, which must be more than silence. A loudspeaker that is none, and has just begun to run,
# throws away what it takes at first.
audible() {
    as_user timeout 90 parec --device=@DEFAULT_MONITOR@ >"$work/played" 2>"$work/parec" &
    local recorder=$!
    eventually 10 test -s "$work/played"
    eventually 60 heard || { cat "$work/parec"; return 1; }
    kill "$recorder" 2>/dev/null || true
    wait "$recorder" || true
}
heard() { as_user saybus ask --wait 20 "turn on the kitchen light" && eventually 5 has_sound; }
has_sound() { [[ $(tr -d '\0' <"$work/played" | head -c 10000 | wc -c) == 10000 ]]; }

restarted() { (($(property "$1" NRestarts) >= $2)) && is_ready "$1"; }
changed() { [[ $(property "$1" MainPID) != "$2" ]] && is_ready "$1"; }
has_turns() { (($(wc -l <"$work/turns") >= $1)); }
all_stopped() { ! inside systemctl --quiet is-active 'saybus-*.service'; }
all_handled() { ! grep -v '^handled$' "$work/turns"; }
lost_is_told() {
    inside journalctl --no-pager -o json SAYBUS_LABEL=broker >"$work/journal"
    grep -F '"PRIORITY":"4"' "$work/journal" | grep -F '"SYSLOG_IDENTIFIER":"saybus-broker"' | grep -qF '"SAYBUS_STAGE":"dispatch/dispatch"'
}
wrong_option() {
    inside sh -ec 'cp /etc/saybus/saybus.yaml /root/right.yaml
        sed -i "s/  intent:/  intent: {enginee: pattern}/" /etc/saybus/saybus.yaml
        systemctl restart saybus-intent && exit 1
        sleep 1 # Longer than it waits before it would start again.
        systemctl is-failed saybus-intent
        journalctl --no-pager -p err -u saybus-intent -o cat | grep "saybus.yaml:5: .*has no option"
        cp /root/right.yaml /etc/saybus/saybus.yaml
        systemctl reset-failed saybus-intent; systemctl start saybus-intent'
}

lacking_library() {
    inside sh -ec 'cp /etc/saybus/saybus.yaml /root/right.yaml
        sed -i "s/  transcribe:/  transcribe: {engine: vosk}/" /etc/saybus/saybus.yaml
        waits() { test "$(systemctl show --value -p SubState saybus-transcribe)" = stop-post; }
        # Without waiting for the job, which does not fail before the service has ended its wait.
        systemctl restart --no-block saybus-transcribe
        for second in 1 2 3 4 5 6 7 8 9 10; do waits && break; sleep 1; done
        waits
        sleep 2 # Longer than it waits after a crash.
        waits
        cp /root/right.yaml /etc/saybus/saybus.yaml'
}

trap 'halt; rm -rf -- "$work"' EXIT
service_tests
