#!/usr/bin/env bash
# shellcheck disable=SC2154 # the variables are the script's
# Another Debian in build/chroot/SUITE-ARCH, made where it is missing and entered; taken in by scripts that say which:
# $suite, $arch (which of them is entered as /other), $dir, and a function fail.

# All but npm, which brings hundreds of others: what it fetches is the same everywhere, and is copied.
packages() { # JOB...
	awk -v jobs="$*" 'BEGIN { gsub(/ /, "|", jobs) }
		!/^#/ && $1 != "npm" && (","$2",") ~ (",(" jobs "),") { print $1 }' .ci/packages | paste -sd ,
}

# The archive this machine uses for Debian itself, not for its security updates.
mirror() {
	# shellcheck disable=SC2016 # expanded by apt
	apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Label: Debian' |
		sort | uniq -c | sort -rn | awk 'NR == 1 { print $2 }'
}

# What this machine's apt needs to get at it.
way_there() {
	apt-config dump | grep -E '^Acquire::(https?::|Check-Valid-Until|Retries)' || true
}

# In namespaces of its own, so that mounts and processes end with it. If it is not the Debian that is
# tested, that is /other in there.
inside() { # ARCH COMMAND ARGUMENT...
	local root=$dir/$suite-$1 other=$dir/$suite-$arch
	shift
	mkdir -p "$root/other"
	# shellcheck disable=SC2016 # expanded in there
	unshare --mount --pid --fork --kill-child sh -euc '
		root=$1 other=$2
		shift 2
		[ "$root" = "$other" ] || [ ! -d "$other" ] || mount --bind "$other" "$root/other"
		mount -t proc proc "$root/proc"
		mount -t tmpfs tmpfs "$root/tmp"
		mount -t tmpfs tmpfs "$root/run"
		mount --rbind /dev "$root/dev"
		touch "$root/etc/resolv.conf"
		mount --bind "$(readlink -f /etc/resolv.conf)" "$root/etc/resolv.conf"
		exec chroot "$root" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root \
			LC_ALL=C.UTF-8 sh -euc "$@"' sh "$root" "$other" "$@" </dev/null
}

make_root() { # ARCH PACKAGES
	local archive root=$dir/$suite-$1
	archive=$(mirror)
	[ -n "$archive" ] || fail "apt knows of no archive of Debian here; try: apt-get update"
	echo "Unpacking Debian ($suite, $1) in ${root#"$PWD"/}"
	rm -rf --one-file-system "$root"
	way_there >"$root.apt"
	# it mounts things, which shall not outlive it
	unshare --mount mmdebstrap --quiet --mode=root --arch="$1" --variant=apt --include="$2" \
		--aptopt="$root.apt" --aptopt='APT::Install-Recommends "0"' "$suite" "$root" \
		"deb $archive $suite main" >"$root.log" 2>&1
}

add_packages() { # ARCH PACKAGES
	echo "Adding packages to ${dir#"$PWD"/}/$suite-$1"
	# shellcheck disable=SC2016 # expanded in there
	inside "$1" 'apt-get -q update; DEBIAN_FRONTEND=noninteractive apt-get -q -y install $1' \
		sh "${2//,/ }" >"$dir/$suite-$1.log" 2>&1
}

complain() { # ARCH
	tail -n 20 "$dir/$suite-$1.log" >&2
	fail "Debian ($suite, $1) could not be unpacked"
}

# What a Debian was given is listed beside it once it is complete.
prepare_root() { # ARCH JOB...
	local to=$1 wanted complete=$dir/$suite-$1.complete
	shift
	wanted=$(packages "$@")
	if [ ! -e "$complete" ]; then
		make_root "$to" "$wanted" || complain "$to"
	elif [ -n "$(comm -23 <(tr , '\n' <<<"$wanted" | sort) <(sort "$complete"))" ]; then
		add_packages "$to" "$wanted" || complain "$to"
	else
		return 0
	fi
	tr , '\n' <<<"$wanted" >>"$complete"
}
