#!/usr/bin/env bash
# What cannot work is said at once and not tried for ever: settings of the board that make no sense,
# and a broker that ends as soon as it is started. ADJUTANT is the command to try.
set -u
# shellcheck source=tests/support/daemon.sh
. "$(dirname "$0")/../support/daemon.sh"

# ---- settings of the board ----

refused() { # NAME LINE WORDS TABLE...: by --check-config and at a start alike
	local name=$1 line=$2 words=$3 said way
	printf '%s\n' '[network]' 'listen = 127.0.0.1' 'http-port = 0' 'websocket-port = 0' '[table]' \
		"${@:4}" >"$conf"
	for way in --check-config --config; do
		said=$(timeout 60 "$adjutantd" $way "$conf" 2>&1 </dev/null)
		verdict "${name}_${way#--}" "$([ $? -eq 2 ] || echo "another status than 2")$(
			grep -qF "$conf:$line: " <<<"$said" && grep -qF "$words" <<<"$said" || echo " $said")"
	done
}

refused reed_key 9 'no setting colums' 'driver = reed' 'chip = /dev/gpiochip0' 'rows = 2 3 4' 'colums = 12 13'
refused reed_rows 8 'the game'"'"'s board has 10 rows' 'driver = reed' 'chip = x' 'rows = 2 3 4' 'columns = 5'
refused virtual_key 7 'no setting "foo"' 'driver = virtual' 'foo = 12'
refused serial_value 7 'baud is one of' 'driver = serial' 'baud = fast'

# ---- a state directory that others can write to ----

printf '%s\n' '[network]' 'listen = 127.0.0.1' 'http-port = 0' 'websocket-port = 0' >"$conf"
for mode in 770 707 1777; do
	mkdir "$scratch/open"
	chmod $mode "$scratch/open"
	said=$(timeout 60 "$adjutantd" --config "$conf" --state "$scratch/open" 2>&1 </dev/null)
	verdict "state_of_mode_$mode" "$([ $? -eq 1 ] || echo "another status than 1")$(
		grep -q "others can write to the state directory $scratch/open: .*chmod go-w" <<<"$said" || echo " $said")$(
		ls "$scratch/open")"
	rm -rf "$scratch/open"
done

# ---- a state directory whose path is too long, which must not become another's ----

long=$scratch/$(printf '%0300d' 0)
said=$(timeout 60 "$adjutantd" --state "$long" 2>&1 </dev/null)
verdict long_state_of_a_daemon "$([ $? -eq 2 ] || echo "another status than 2")$(
	grep -q 'must be shorter' <<<"$said" || echo " $said")$(ls -d "$scratch"/0* 2>/dev/null)"
verdict long_state_of_an_operator "$(amiss 1 "$long has too long a name" status --state "$long")"

# ---- a broker that ends at once ----

cat >"$scratch/broker" <<-END
	#!/bin/sh
	case \$PWD in */watch) exit 1 ;; esac # the spectators' has nothing to do with it
	date +%s%N >>$scratch/starts
	exit 1
END
chmod 755 "$scratch/broker"
touch "$scratch/starts"
echo '-----BEGIN CERTIFICATE-----' >"$scratch/board.pem"
echo '-----BEGIN PRIVATE KEY-----' >"$scratch/board.key"
chmod 600 "$scratch/board.key"
cat >"$conf" <<-END
	[network]
	listen = 127.0.0.1
	http-port = 0
	websocket-port = 0
	watch-port = 0
	[broker]
	mosquitto = broker
	certificate = board.pem
	private-key = board.key
END

starts() {
	wc -l <"$scratch/starts"
}

"$adjutantd" --config "$conf" >"$scratch/daemon.out" 2>"$scratch/log" &
daemon=$!
for _ in {1..1200}; do
	[ "$(starts)" -ge 5 ] && break
	kill -0 "$daemon" 2>/dev/null || break
	sleep 0.05
done
verdict broker_is_tried_again "$([ "$(starts)" -ge 5 ] || cat "$scratch/log")"
# 0.2 s, 0.4 s, 0.8 s and 1.6 s: timers may be late, never early
ns=$(($(sed -n 5p "$scratch/starts") - $(sed -n 1p "$scratch/starts")))
verdict later_each_time "$([ "$ns" -ge 2900000000 ] || echo "five starts in $((ns / 1000000)) ms")"
verdict log_names_the_certificate "$(grep -q 'certificate and private-key' "$scratch/log" || cat "$scratch/log")"
verdict status_names_it_too "$("$adjutant" status 2>&1 | grep -q '^broker: .*certificate and private-key' ||
	"$adjutant" status 2>&1)"
# With one that works the table is there, and nothing is left to complain of.
rm "$scratch/broker"
mv "$conf" "$scratch/all"
grep -v 'certificate\|private-key\|mosquitto' "$scratch/all" >"$conf"
stop TERM
"$adjutantd" --config "$conf" >"$scratch/daemon.out" 2>"$scratch/log" &
daemon=$!
for _ in {1..1200}; do
	"$adjutant" status 2>/dev/null | grep -q '^broker: ok' && break
	sleep 0.05
done
verdict broker_is_ok "$("$adjutant" status 2>&1 | grep -q '^broker: ok' || cat "$scratch/log")"
exit $failed
