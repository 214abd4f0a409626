# shellcheck shell=bash disable=SC2154 # Sourced by deploy/packaging/test, which has set the variables.
# The units of systemd, as files.
install_tools systemd

units() {
    local tree=$work/units unit
    mkdir -p "$tree"/usr/lib/systemd/{system,user} "$tree/usr/bin"
    cp -r -- "$here/systemd/system"/* "$tree/usr/lib/systemd/system"
    cp -- "$here/systemd/user"/* "$tree/usr/lib/systemd/user"
    install -m 755 /dev/null "$tree/usr/bin/saybus"
    for unit in "$tree/usr/lib/systemd/system"/saybus-*.service; do
        unit=${unit##*/}
        # In tenths: 2.0.
        check "$unit is exposed by at most 2.0 ($(exposure "$tree" "$unit"))" \
            systemd-analyze security --offline=true --threshold=20 --no-pager --root="$tree" "$unit"
    done
    check "apps' programs may compile what they run, other stages may not" only_dispatch_compiles "$tree/usr/lib/systemd/system"
    check "no unit has a line that systemd does not know" no_warnings "$tree"
}

only_dispatch_compiles() {
    ! grep -rq MemoryDenyWriteExecute "$1/saybus-.service.d" &&
        [[ $(grep -LFx MemoryDenyWriteExecute=yes "$1"/saybus-*.service) == "$1/saybus-dispatch.service" ]]
}

exposure() { systemd-analyze security --offline=true --no-pager --root="$1" "$2" 2>/dev/null | grep -oE '[0-9]+\.[0-9]+ [A-Z]+' | tail -n 1; }

no_warnings() {
    # What the tree lacks are units of Debian itself.
    systemd-analyze verify --root="$1" "$1"/usr/lib/systemd/system/saybus-*.service "$1/usr/lib/systemd/user/saybus.service" 2>&1 |
        grep -E 'Unknown|Failed to parse|Invalid|ignoring' && return 1
    return 0
}

units
