# shellcheck shell=bash disable=SC2154 # Sourced by deploy/packaging/test, which has set the variables.
# Two sites and a centre over NATS, in network namespaces, with lines that delay, lose packets and are cut.
install_tools nats-server iproute2 espeak-ng python3-venv

sites() {
    local programs=$work/sites/usr/bin environment=$cache/sites
    "$environment/bin/python" -c 'import nats, zmq' 2>/dev/null ||
        { /usr/bin/python3 -m venv "$environment" && "$environment/bin/pip" install --quiet nats-py==2.16.0 pyzmq==27.3.0; }
    dpkg-deb -x "$deb" "$work/sites"
    check "300 spoken turns of two sites end, while the lines are cut and the server is killed: none is lost or doubled" \
        "$environment/bin/python" -B "$here/tests/link.py" "$programs" --turns 300 --own
    grep -E ' turns in |speech.transcript after' "$work/output" | sed 's/^ */  /' || true
    check "of 1 000 simulated sites, each turn is understood" "$environment/bin/python" -B "$here/tests/fleet.py" "$programs" --link "$programs/saybus-link"
    grep -E 'turns|p50' "$work/output" | sed 's/^ */  /' || true
}

. "$here/tests/debian.sh"
package
sites
