# shellcheck shell=bash disable=SC2154 # Sourced by deploy/packaging/test, which has set the variables.
# The Debian package as a file, and in a fresh Debian that is not booted.
. "$here/tests/debian.sh"
install_tools build-essential debhelper fakeroot lintian man-db

# Runs the script of an upgrade with doubles of systemd's programs, for which the broker is the only service that runs.
alone='mkdir -p /run/systemd/system /root/doubles
cd /root/doubles
printf "%s\n" "#!/bin/sh" "[ \$1 != list-units ] || echo saybus-broker.service loaded active running" >systemctl
printf "%s\n" "#!/bin/sh" "echo \$* >>/root/doubles/invoked" >deb-systemd-invoke
chmod +x systemctl deb-systemd-invoke
DPKG_MAINTSCRIPT_PACKAGE=saybus PATH=/root/doubles:$PATH /var/lib/dpkg/info/saybus.postinst configure 0.0.1
rm -r /run/systemd/system
grep -qx "restart saybus-broker.service" invoked'

package_tests() {
    local deb fresh=$work/package
    package
    echo "$(basename "$deb"): $(($(stat -c %s "$deb") / 1000000)) MB, installed $(($(dpkg-deb -f "$deb" Installed-Size) / 1000)) MB"
    check "lintian finds no error and no warning" lintian --fail-on error,warning --tag-display-limit 0 "$deb"
    check "every program has a manual page, and completions for bash, zsh and fish" documented "$deb"
    check "no program needs a library of Swift" no_swift "$deb"
    fresh_debian "$fresh"
    cp -- "$deb" "$fresh/root/saybus.deb"
    in_root "$fresh" apt-get -q update >/dev/null
    check "it is installed in a fresh Debian" \
        in_root "$fresh" apt-get -q -y install --no-install-recommends /root/saybus.deb
    check "every program starts there, and tells its version" in_root "$fresh" sh -ec \
        'for program in /usr/bin/saybus*; do "$program" --version >/dev/null; done'
    check "the user saybus is there, and only it can read the keys" in_root "$fresh" sh -ec \
        'getent passwd saybus; test "$(stat -c "%a %U" /etc/saybus/keys)" = "700 saybus"'
    check "nothing is enabled: nobody listens unasked" in_root "$fresh" sh -c \
        '! find /etc/systemd -name "saybus*" | grep .'
    check "an upgrade starts a broker again that runs alone" in_root "$fresh" sh -ec "$alone"
    check "the example is a right file" in_root "$fresh" sh -ec \
        'cd /usr/share/doc/saybus/examples; saybus config check saybus.yaml'
    check "every unit of it is one that systemd can start" in_root "$fresh" sh -ec \
        'systemd-analyze verify --man=no /lib/systemd/system/saybus*.service 2>&1 | grep saybus && exit 1 || true'
    check "it is removed, and purged with its data" in_root "$fresh" sh -ec \
        'wants=/etc/systemd/system/saybus.target.wants; mkdir -p /var/lib/saybus/x /run/saybus $wants
        ln -s /lib/systemd/system/saybus-listen@.service $wants/saybus-listen@hall.service; apt-get -q -y purge saybus
        for gone in /var/lib/saybus /run/saybus $wants /usr/bin/saybus; do ! test -e $gone || exit 1; done'
    rm -rf -- "$fresh"
    local archive
    archive=$(find "$packages" -name 'saybus-*.tar.xz' | sort -V | tail -n 1)
    check "the archive for other distributions starts from any folder (${archive##*/}, $(du -m "$archive" 2>/dev/null | cut -f 1) MB)" \
        archive_starts "$archive"
}

documented() {
    local list program
    list=$(dpkg-deb -c "$1")
    for program in $(grep -oE '/usr/bin/saybus[a-z-]*' <<<"$list" | xargs -n 1 basename); do
        for file in "man1/$program.1.gz" "bash-completion/completions/$program" "vendor-completions/_$program" \
            "vendor_completions.d/$program.fish"; do
            grep -q "$file\$" <<<"$list" || { echo "there is no $file"; return 1; }
        done
    done
    # Files are completed, such as the app of saybus check.
    dpkg-deb --fsys-tarfile "$1" | tar -xO ./usr/share/bash-completion/completions/saybus |
        grep -F -- '-o default -F _saybus saybus' >/dev/null || return 1
    dpkg-deb --fsys-tarfile "$1" | tar -xO ./usr/share/man/man1/saybus-listen.1.gz | gunzip |
        LC_ALL=C.UTF-8 MANROFFSEQ='' man --warnings -l - 2>&1 >/dev/null | grep . && return 1
    return 0
}

no_swift() { dpkg-deb -x "$1" "$work/content" && ! objdump -p "$work/content/usr/bin/saybus" | grep -E 'NEEDED.*(swift|Foundation)'; }

archive_starts() {
    mkdir -p "$work/archive" && tar -C "$work/archive" -xJf "$1" && "$work/archive"/*/bin/saybus --version &&
        test -e "$work/archive"/*/lib/sysusers.d/saybus.conf -a -e "$work/archive"/*/lib/tmpfiles.d/saybus.conf &&
        ! grep -r '=/usr/bin/' "$work/archive"/*/lib/systemd
}

package_tests
