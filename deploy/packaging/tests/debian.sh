# shellcheck shell=bash disable=SC2154 # Sourced by deploy/packaging/test, which has set the variables.
# A fresh Debian in a folder, kept from run to run as an archive. Sourced by the parts that need one.

# fresh_debian FOLDER: makes a Debian with systemd in a folder.
fresh_debian() {
    local archive=$cache/debian-$(dpkg --print-architecture).tar
    if [[ ! -e $archive ]]; then
        install_tools debootstrap
        echo "Making a fresh Debian, once"
        local base=$work/base
        debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus,ca-certificates,procps bookworm "$base" \
            http://deb.debian.org/debian >"$work/debootstrap" 2>&1 || { tail "$work/debootstrap" >&2; exit 69; }
        rm -rf -- "$base/var/cache/apt/archives"/*.deb
        tar -C "$base" -cf "$archive.new" .
        mv -- "$archive.new" "$archive"
        rm -rf -- "$base"
    fi
    mkdir -p "$1"
    tar -C "$1" -xf "$archive"
    cp -- /etc/resolv.conf "$1/etc/resolv.conf"
}

# in_root FOLDER COMMAND…: runs a command in the Debian, which is not booted.
in_root() {
    local folder=$1
    shift
    unshare --mount --pid --fork --mount-proc="$folder/proc" chroot "$folder" env -i DEBIAN_FRONTEND=noninteractive \
        PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root "$@"
}

# Sets deb to the newest package, and packages to its folder. If none was given, deploy/packaging/deb makes one.
# shellcheck disable=SC2034
package() {
    if [[ -z $packages ]]; then
        install_tools build-essential debhelper fakeroot
        "$here/deb" --out "$root/.build/packages" || exit 69
        packages=$root/.build/packages
    fi
    deb=$(find "$packages" -name 'saybus_*.deb' ! -name '*+next*' | sort -V | tail -n 1)
}
