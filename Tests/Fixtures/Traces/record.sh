#!/bin/sh
# Records the traces of this folder anew, each from a scenario of emit.c: ./record.sh [NAME...]
# How many events `discarded` and `rotated` keep differs each time (their tests state it), and the
# tests of damage know where the packets of `packets` end: mend them after recording these three.
# Needs liblttng-ust-dev, lttng-tools and, to have its own session daemon beside any other, root.
set -eu
here=$(cd "$(dirname "$0")" && pwd)

if [ "${RECORD_IN_NAMESPACE:-}" = "" ]; then
  exec env RECORD_IN_NAMESPACE=1 unshare -m --propagation private "$here/record.sh" "$@"
fi
out=${TRACES_DIR:-$here}
signposts=$here/../../../Sources/Signposts/CSignposts
work=$(mktemp -d)
mkdir -p /run/lttng
mount -t tmpfs tmpfs /run/lttng
clang -O1 -DCSIGNPOSTS_TRACING -I"$signposts" -I"$signposts/include" -I"$signposts/../CEventTable/include" -o "$work/emit" \
  "$here/emit.c" "$signposts"/*.c -llttng-ust -ldl -lpthread

lttng-sessiond --no-kernel --quiet &
daemon=$!
trap 'kill $daemon; wait $daemon || true; rm -rf "$work"' EXIT
until lttng --no-sessiond list >/dev/null 2>&1; do sleep 0.1; done

# record NAME CHANNEL-OPTIONS CONTEXTS COMMANDS
record() {
  case " $wanted " in *" $1 "*) ;; *) return 0 ;; esac
  rm -rf "${out:?}/$1"
  lttng --no-sessiond --quiet create "$1" --output="$out/$1"
  lttng --no-sessiond --quiet enable-channel -u $2 c
  lttng --no-sessiond --quiet enable-event -u -c c "katana:*"
  lttng --no-sessiond --quiet enable-event -u -c c "signpost:*"
  lttng --no-sessiond --quiet enable-event -u -c c "lttng_ust_tracef:*"
  for context in $3; do lttng --no-sessiond --quiet add-context -u -c c -t "$context"; done
  lttng --no-sessiond --quiet start
  LTTNG_UST_REGISTER_TIMEOUT=10000 emit="$work/emit" sh -euc "$4"
  lttng --no-sessiond --quiet stop
  lttng --no-sessiond --quiet destroy
}

wanted="${*:-across-threads overlapping unpaired mixed store details packed frames processes no-contexts per-pid foreign rotated discarded packets}"
small="--num-subbuf 4 --subbuf-size 4k"
all="vpid vtid procname"
record across-threads "$small" "$all" '"$emit" across-threads'
record overlapping "$small" "$all" '"$emit" overlapping'
record unpaired "$small" "$all" '"$emit" unpaired'
record mixed "$small" "$all" '"$emit" mixed'
record store "$small" "$all" '"$emit" store'
record details "$small" "$all" '"$emit" details'
record packed "$small" "$all" '"$emit" packed 20'
record frames "$small" "$all" '"$emit" frames'
# Two programs at a time with the same ids.
record processes "$small" "$all" '"$emit" overlapping & "$emit" overlapping; wait'
record no-contexts "$small" "" '"$emit" overlapping'
record per-pid "--buffers-pid $small" "" '"$emit" overlapping; "$emit" overlapping'
record foreign "$small" "$all" '"$emit" foreign'
# One recording in several directories, with events discarded in both.
record rotated "--num-subbuf 2 --subbuf-size 4k" "$all" 'taskset -c 0 "$emit" many 300
  lttng --no-sessiond --quiet rotate rotated; taskset -c 0 "$emit" many 300'
# Buffers too small for the rate, on one processor, so that events are discarded.
record discarded "--num-subbuf 2 --subbuf-size 4k" "$all" 'taskset -c 0 "$emit" many 2000'
# Several packets of one stream, for the tests that cut it short; it waits for the reader of the buffers.
record packets "--num-subbuf 4 --subbuf-size 4k --blocking-timeout=inf" "$all" \
  'LTTNG_UST_ALLOW_BLOCKING=1 taskset -c 0 "$emit" many 200'
# By name only: traces for measurements, too large to be committed.
large="--num-subbuf 8 --subbuf-size 1M --blocking-timeout=inf"
record large-intervals "$large" "$all" 'LTTNG_UST_ALLOW_BLOCKING=1 "$emit" many 1000000'
record large-dispatches "$large" "$all" 'LTTNG_UST_ALLOW_BLOCKING=1 "$emit" dispatches 400000'
