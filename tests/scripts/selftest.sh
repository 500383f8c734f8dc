#!/usr/bin/env bash
# Soldered boards, as recordings made up here, and one at a running daemon: what
# `adjutant selftest` and `adjutant enrol` make of them. ADJUTANT is the command to try.
set -u
# shellcheck source=tests/support/daemon.sh
. "$(dirname "$0")/../support/daemon.sh"
command=
trap '' PIPE # a command that has ended early shall be told of, not end this
trap '[ -z "$command" ] || kill "$command" 2>/dev/null; stop TERM; rm -rf "$scratch"' EXIT

# Runs the command with its output in $scratch/out and $scratch/err and its exit in $status.
try() { # ARGUMENT...
	"$adjutant" "$@" >"$scratch/out" 2>"$scratch/err" </dev/null
	status=$?
}

# Why the last try was not as it should be: its exit, or a line that it did not say.
wrong() { # STATUS LINE...
	[ "$status" -eq "$1" ] || echo "exit $status instead of $1: $(cat "$scratch/err")"
	shift
	for each; do
		grep -qxF -- "$each" "$scratch/out" "$scratch/err" || echo "did not say: $each"
	done
}

# How many faults were told of.
faults() {
	grep -c '^  - ' "$scratch/out"
}

# ---- recordings ----

# A hand that sets a piece down on every square of a large board and takes it up again, or leaves
# it there (-v leave=1). Faults by square: dead=f3,g4 stuck=b4 weak=d2 loose=d2; swap=a1,b1; columns
# or rows in another order: columns=cbadefghij rows=...
walk() { # AWK-OPTION...
	awk "$@" 'function list(text, into,   n, each, i) {
			n = split(text, each, ",")
			for (i = 1; i <= n; i++) into[each[i]] = 1
		}
		function edge(us, verb, sq) { printf "%d %s %s\n", t + us, verb, sq }
		BEGIN {
			letters = "abcdefghij"
			if (!columns) columns = letters
			if (!rows) rows = letters
			list(dead, is_dead); list(stuck, is_stuck); list(weak, is_weak); list(loose, is_loose)
			if (split(swap, pair, ",") == 2) { as[pair[1]] = pair[2]; as[pair[2]] = pair[1] }
			print "adjutant-recording 1\nedition classic\nsensors reed"
			for (r = 1; r <= 10; r++)
				for (c = 1; c <= 10; c++)
					frame = frame (r > 1 && c == 1 ? "/" : "") \
						((substr(letters, c, 1) r) in is_stuck ? 1 : 0)
			printf "0 frame %s\n", frame
			t = 2000000
			for (r = 1; r <= 10; r++)
				for (c = 1; c <= 10; c++) {
					if ((r == 5 || r == 6) && index("cdgh", substr(letters, c, 1))) continue
					sq = substr(letters, c, 1) r
					t += 1800000
					if (sq in is_dead || sq in is_stuck) continue
					at = substr(columns, c, 1) index(letters, substr(rows, r, 1))
					if (sq in as) at = as[sq]
					edge(0, "close", at); edge(700, "open", at); edge(1900, "close", at)
					for (i = 1; sq in is_weak && i <= 12; i++)
						edge(1900 + i * 20000, i % 2 ? "open" : "close", at)
					for (i = 1; sq in is_loose && i <= 4; i++) {
						edge(300000 + 200000 * i, "open", at); edge(330000 + 200000 * i, "close", at)
					}
					if (!leave) { edge(1300000, "open", at); edge(1300600, "close", at); edge(1301000, "open", at) }
				}
		}'
}

walk >"$scratch/fine.rec"
try selftest --from "$scratch/fine.rec" --report "$scratch/report"
verdict fine_board "$(wrong 0 'All 92 squares that were tried are fine.' 'a1: answers, 3 edges in 1.9 ms')"
verdict report_has_a_version "$(head -n 1 "$scratch/report" | grep -vx 'adjutant-selftest 1')"
verdict report_has_every_square "$(grep -c '^square [a-j][0-9]* fine [a-j][0-9]* closing 3 1900 opening 3 1000 ' "$scratch/report" | grep -vx 92)"
verdict report_is_nobodys "$(grep -vE '^(adjutant-selftest 1|program adjutant [0-9.]+|driver [a-z]+|sensors [a-z+]+|board [0-9]+ columns [0-9]+ rows|tried [0-9]+|faults [0-9]+|diodes-proved [0-9]+|#.*|square [a-z0-9, -]+)$' "$scratch/report")"
verdict reads_standard_input "$("$adjutant" selftest --from - <"$scratch/fine.rec" | grep -qx 'All 92 squares that were tried are fine.' || echo no)"

walk -v dead=f3 >"$scratch/bad.rec"
try selftest --from "$scratch/bad.rec"
verdict dead_square "$(wrong 1 '91 of 92 squares are fine. What is not:' '  - f3 is dead: check the solder joints of that reed and of its diode, which may be the wrong way round; the rest of row 3 and column f works, so the wires are fine.' 'To try these again: adjutant selftest --squares f3')"

walk -v stuck=b4 -v swap=a1,b1 -v weak=d2 -v loose=e7 -v dead=j10 >"$scratch/bad.rec"
try selftest --from "$scratch/bad.rec" --report "$scratch/report"
verdict five_faults "$(wrong 1 '  - a1 and b1 are swapped, each answers for the other: exchange the wires of these two.' \
	'b4: is closed with no piece on it, so it is passed over' 'a1: answers as b1' \
	'To try these again: adjutant selftest --squares a1,b1,d2,b4,e7,j10'; faults | grep -vx 5)"
verdict five_faults_in_the_report "$(grep -c '^fault ' "$scratch/report" | grep -vx 5)"
verdict weak_contact "$(grep -q 'd2 is a weak contact: it chattered for 24. ms (15 edges) when the piece was set down' "$scratch/out" || cat "$scratch/out")"
verdict loose_contact "$(grep -q 'e7 is a weak contact: it let go 4 times while the piece stood there, once for 30 ms' "$scratch/out" || cat "$scratch/out")"

walk -v columns=jihgfedcba -v dead=d7 >"$scratch/bad.rec"
try selftest --from "$scratch/bad.rec"
verdict mirrored_columns "$(wrong 1; faults | grep -vx 2; grep -q '  - the columns are mirrored' "$scratch/out" || echo not mirrored; grep -q '  - d7 is dead' "$scratch/out" || echo not dead)"
walk -v columns=jihgfedcba -v rows=jihgfedcba >"$scratch/bad.rec"
try selftest --from "$scratch/bad.rec"
verdict turned_board "$(wrong 1; faults | grep -vx 1; grep -q '  - the whole board is turned round' "$scratch/out" || echo not turned)"
walk -v rows=abdcefghij -v leave=1 >"$scratch/bad.rec"
try selftest --from "$scratch/bad.rec"
verdict crossed_rows "$(wrong 1; faults | grep -vx 1; grep -q 'exchange the wires of row 3 and row 4' "$scratch/out" || cat "$scratch/out")"
walk -v dead=a1,b1,c1,d1,e1,f1,g1,h1,i1,j1 >"$scratch/bad.rec"
try selftest --from "$scratch/bad.rec"
verdict dead_row "$(wrong 1; faults | grep -vx 1; grep -q '  - row 1 is dead, all of it' "$scratch/out" || cat "$scratch/out")"
head -n 5 "$scratch/fine.rec" >"$scratch/short.rec"
try selftest --from "$scratch/short.rec" --squares a1,b1,c1
verdict nothing_after_the_first "$(wrong 1 'Not tested: b1 and c1.')"
head -n 4 "$scratch/fine.rec" >"$scratch/dead.rec"
try selftest --from "$scratch/dead.rec"
verdict all_dead "$(wrong 1; faults | grep -vx 1; grep -q '  - no square answers at all' "$scratch/out" || cat "$scratch/out")"
walk -v leave=1 >"$scratch/left.rec"
try selftest --from "$scratch/left.rec"
verdict pieces_left_prove_diodes "$(wrong 0; grep -qE '^The diodes of 8[0-9] squares' "$scratch/out" || cat "$scratch/out")"

# ---- misuse ----

try selftest --squares
verdict value_missing "$(wrong 2)"
try selftest --from "$scratch/fine.rec" --squares a1,k1
verdict no_such_square "$(wrong 2)"
try selftest --from "$scratch/fine.rec" --squares a1,a1
verdict square_twice "$(wrong 2)"
try selftest --from "$scratch/nothing.rec"
verdict no_such_file "$(wrong 2)"
try selftest --from "$scratch/fine.rec" --report "$scratch/no/report"
verdict report_not_writable "$(wrong 2)"
echo 'adjutant-recording 1' >"$scratch/empty.rec"
try selftest --from "$scratch/empty.rec"
verdict empty_recording "$(wrong 2 "$scratch/empty.rec:1: no sensor has said anything in this recording")"
sed '9s/close/wink/' "$scratch/fine.rec" >"$scratch/strange.rec"
try selftest --from "$scratch/strange.rec"
verdict strange_recording "$(wrong 2 "$scratch/strange.rec:9: there is no such event: \"wink\"")"
try selftest --state "$scratch/nowhere"
verdict no_daemon "$(wrong 2; grep -q 'no adjutantd is running' "$scratch/err" || cat "$scratch/err")"
try enrol --state "$scratch/nowhere"
verdict no_daemon_to_enrol "$(wrong 2)"

# ---- enrolling from a recording ----

# Both armies of a barrage, piece by piece. The first miner's tag is worn; at the end there is one
# tag of no piece. Piece 9 has the tag of piece 3 if twice=1.
lay() { # AWK-OPTION...
	awk "$@" 'BEGIN {
		print "adjutant-recording 1\nedition barrage\nsensors rfid"
		t = 1000000
		for (i = 1; i <= 17; i++) {
			number = i == 9 && twice ? 3 : i
			sq = substr("abcdefghij", (i - 1) % 10 + 1, 1) (i <= 10 ? 1 : 9)
			printf "%d tag %s 04A1%02X\n", t, sq, number
			for (k = 1; i == 3 && k <= 40; k++) {
				t += 50000
				printf "%d untag %s 04A1%02X\n", t, sq, number
				t += 50000
				printf "%d tag %s 04A1%02X\n", t, sq, number
			}
			t += 1000000
		}
		printf "%d tag a1 04A101\n", t
	}'
}
lay >"$scratch/set.rec"
try enrol --from "$scratch/set.rec" --output "$scratch/pieces"
verdict enrols_all "$(wrong 0 '16 pieces are enrolled.' 'red Marshal (M): put it on any empty square.' 'blue Scout (2): put all 2 of them on any empty squares.')"
verdict file_is_whole "$(head -n 1 "$scratch/pieces" | grep -vx 'adjutant-pieces 1'; grep -cE '^tag 04A1[01][0-9A-F] (red|blue) [M9321BF]$' "$scratch/pieces" | grep -vx 16; grep -cx 'tag 04A101 red M' "$scratch/pieces" | grep -vx 1)"
verdict file_is_its_owners "$(stat -c %a "$scratch/pieces" | grep -vx 600)"
verdict worn_tag_is_named "$(grep -q '^c1 04A103, red Miner (3), is worn out: it was lost 40 times' "$scratch/out" || cat "$scratch/out")"
verdict unknown_tag_is_named "$(grep -qx '  g9 04A111 is unknown, and nobody asked for it' "$scratch/out" || cat "$scratch/out")"
try enrol --from "$scratch/set.rec" --output "$scratch/pieces"
verdict nothing_left_to_enrol "$(wrong 0 "$scratch/pieces has 16 pieces already.")"

lay -v twice=1 >"$scratch/twice.rec"
try enrol --from "$scratch/twice.rec" --output "$scratch/pieces2"
verdict same_tag_twice "$(wrong 0; grep -q '^c1 04A103 is seen on i1 at the same time: two pieces have the same number' "$scratch/out" || cat "$scratch/out")"

head -n 86 "$scratch/set.rec" >"$scratch/half.rec"
try enrol --from "$scratch/half.rec" --output "$scratch/pieces3"
verdict interrupted "$(wrong 1 '3 pieces are enrolled, 13 are missing: the same command goes on from here.')"
sed '4,86d' "$scratch/set.rec" >"$scratch/rest.rec"
try enrol --from "$scratch/rest.rec" --output "$scratch/pieces3"
verdict goes_on "$(wrong 0; diff <(sort "$scratch/pieces") <(sort "$scratch/pieces3"))"
sed '5,$d' "$scratch/set.rec" >"$scratch/one.rec"
try enrol --from "$scratch/one.rec" --output "$scratch/pieces3"
verdict duplicate_is_named "$(wrong 0; grep -q '^a1 04A101 is enrolled already, as red Marshal (M)' "$scratch/out" || cat "$scratch/out")"
verdict set_on_standard_output "$("$adjutant" enrol --from "$scratch/set.rec" --output - 2>"$scratch/err" | diff - "$scratch/pieces")"
try enrol --from "$scratch/set.rec" --edition classic --output "$scratch/pieces4"
verdict larger_armies "$(wrong 1; grep -q 'are missing' "$scratch/out" || cat "$scratch/out")"
try enrol --from "$scratch/set.rec" --edition chess --output "$scratch/pieces5"
verdict no_such_edition "$(wrong 2)"
try enrol --from "$scratch/fine.rec" --output "$scratch/pieces5"
verdict reeds_read_no_tags "$(wrong 2; [ ! -e "$scratch/pieces5" ] || echo 'made a file')"
echo 'adjutant-pieces 2' >"$scratch/pieces5"
try enrol --from "$scratch/set.rec" --output "$scratch/pieces5"
verdict newer_file_is_left_alone "$(wrong 2; grep -vx 'adjutant-pieces 2' "$scratch/pieces5")"

# ---- whose the set is ----

# As `sudo adjutant enrol` does it beside a service that runs as another user.
owners() {
	local nobody=65534 name=$scratch/service why
	mkdir "$name"
	chown $nobody:$nobody "$name"
	chmod 711 "$scratch"
	cp "$adjutantd" "$scratch/adjutantd" # where every user may run it
	printf '[board]\nstate-dir = %s\n[table]\nsensors = rfid\n' "$name" >"$scratch/service.conf"
	chmod 644 "$scratch/service.conf"
	check() {
		setpriv --reuid $nobody --regid $nobody --clear-groups \
			"$scratch/adjutantd" --check-config "$scratch/service.conf" 2>&1
	}
	try enrol --from "$scratch/set.rec" --output "$name/pieces"
	verdict set_is_the_services "$(wrong 0; stat -c '%u:%g %a' "$name/pieces" | grep -vx "$nobody:$nobody 600"; check | grep -v ': fine$')"
	ln "$scratch/set.rec" "$name/pieces.new"
	try enrol --from "$scratch/set.rec" --output "$name/pieces"
	verdict nothing_else_becomes_the_services "$(wrong 0; stat -c %u "$scratch/set.rec" | grep -vx 0; head -n 1 "$scratch/set.rec" | grep -v recording)"
	chown 0:0 "$name/pieces"
	why=$(check)
	verdict remedy_is_named "$(grep -qF "chown --reference=$name $name/pieces" <<<"$why" || echo "$why")"
	chown 0:0 "$name" && chmod 700 "$name"
	verdict what_cannot_be_seen_is_not_judged "$(check | grep -v ': fine$')"
}
if [ "$(id -u)" -eq 0 ]; then
	owners
else
	echo "${0##*/}:1:owners:IGNORE: only root can give files away"
fi

# ---- at a table ----

start_with() { # RECORDING SENSORS
	configure <<-END
		[table]
		driver = replay
		recording = $1
		sensors = $2
		[game]
		edition = barrage
		settle-ms = 100
	END
	start
}

# Waits until a command that was started has said something, or has ended.
await() { # PATTERN FILE
	until grep -q -- "$1" "$2" || ! kill -0 "$command" 2>/dev/null; do
		sleep 0.05
	done
}

begin() { # ARGUMENT...: keys go to descriptor 5
	rm -f "$scratch/keys" && mkfifo "$scratch/keys"
	"$adjutant" "$@" >"$scratch/out" 2>"$scratch/err" <"$scratch/keys" &
	command=$!
	exec 5>"$scratch/keys"
}

finish() {
	exec 5>&-
	wait "$command"
	status=$?
	command=
}

# Again and again: a piece on a1, which answers as b1, one on b1, which answers as a1, one on c1; then
# a long pause. Its tag is seen where it is; on c1 it is another piece.
awk 'BEGIN {
	print "adjutant-recording 1\nedition barrage\nsensors reed+rfid"
	print "0 frame 0000000000/0000000000/0000000000/0000000000/0000000000/0000000000/0000000000/0000000000/0000000000/0000000000"
	split("b1 a1 c1", as, " "); split("a1 b1 c1", at, " "); split("04A1 04A1 04A2", tag, " ")
	for (round = 0; round < 60; round++)
		for (i = 1; i <= 3; i++) {
			t = 1000000 + round * 7500000 + (i - 1) * 1200000
			printf "%d close %s\n%d tag %s %s\n", t, as[i], t + 40000, at[i], tag[i]
			printf "%d untag %s %s\n%d open %s\n", t + 790000, at[i], tag[i], t + 800000, as[i]
		}
}' >"$scratch/round.rec"
start_with "$scratch/round.rec" reed+rfid

try selftest --report "$scratch/no/report"
verdict report_is_tried_before_the_squares "$(wrong 2; cat "$scratch/out")"
try selftest --report "$scratch/kept"
verdict report_that_is_tried_is_written "$(wrong 1; head -n 1 "$scratch/kept" | grep -vx 'adjutant-selftest 1')"

begin selftest
await 'Take every piece' "$scratch/out"
echo q >&5
finish
verdict stopped_at_once "$(wrong 1 'No square has been tried.')"

begin enrol
await 'Take every piece\|Marshal (M): put it' "$scratch/out"
grep -q 'Take every piece' "$scratch/out" && echo >&5
await '  1 of 1' "$scratch/out"
echo >&5
await 'red General (9): put it' "$scratch/out"
await 'is enrolled already, as red Marshal (M)' "$scratch/out"
echo q >&5
finish
verdict enrols_at_a_table "$(wrong 1 '1 pieces are enrolled, 15 are missing: the same command goes on from here.'; \
	grep -cE '^tag 04A[12] red M$' "$ADJUTANT_STATE/pieces" | grep -vx 1; stat -c %a "$ADJUTANT_STATE/pieces" | grep -vx 600)"

# Without a daemon there is nothing to watch, and what was tried is told nevertheless.
begin selftest
await 'Take every piece' "$scratch/out"
stop TERM
daemon=
await 'No square has been tried' "$scratch/out"
finish
verdict daemon_has_gone "$(wrong 1 'adjutant selftest: the daemon has gone')"

# ---- while a game is played ----

rm -rf "$ADJUTANT_STATE"
game=tests/games/barrage.game
"$adjutant" simulate --game "$game" --noise none --seed 3 |
	awk '/^[0-9]/ { if ($1 > 60000000 || $2 == "say" || $2 == "open") exit; $1 = int($1 / 50) } { print }' >"$scratch/setup.rec"
start_with "$scratch/setup.rec" reed
for side in red blue; do
	"$adjutant" say $side formation "$(sed -n "s/^setup $side //p" "$game")"
	"$adjutant" say $side ready
done
for _ in {1..600}; do
	"$adjutant" status | grep -q 'to move' && break
	sleep 0.05
done
try selftest
verdict not_while_a_game_is_played "$(wrong 2; grep -q 'a game is being played: pause it first' "$scratch/err" || cat "$scratch/err")"
try enrol
verdict nor_enrol "$(wrong 2)"
"$adjutant" pause
try selftest --report "$scratch/report"
verdict paused_is_fine "$(wrong 1; grep -q '^Take every piece off the board, then press Enter. Closed now: ' "$scratch/out" || cat "$scratch/out" "$scratch/err")"
try enrol
verdict no_tags_here "$(wrong 2; grep -q 'this board reads no tags' "$scratch/err" || cat "$scratch/err")"
exit $failed
