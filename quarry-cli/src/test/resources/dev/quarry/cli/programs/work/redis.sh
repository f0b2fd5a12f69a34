# A server with persistence: what it holds after known commands is printed; then it is put under
# load while it saves and rewrites its log in forked children, is restarted, and must hold the same.
start() {
    redis-server --port 0 --unixsocket redis.sock --dir "$PWD" --save '' --appendonly yes \
        --appendfsync no --enable-debug-command yes --io-threads 2 --logfile redis.log \
        --lazyfree-lazy-user-del yes --lazyfree-lazy-user-flush yes &
    server=$!
    until cli ping >ping 2>&1 && [[ $(<ping) == PONG ]]; do
        kill -0 "$server"
        sleep 0.05
    done
}

cli() {
    redis-cli -s "$PWD/redis.sock" "$@"
}

saved() {
    until [[ $(cli info persistence) == *aof_rewrite_in_progress:0*rdb_bgsave_in_progress:0* ||
        $(cli info persistence) == *rdb_bgsave_in_progress:0*aof_rewrite_in_progress:0* ]]; do
        sleep 0.05
    done
}

commands() {
    awk -v n=$((SCALE * 6000)) 'BEGIN {
        for (i = 0; i < n; i++) {
            print "SET s:" i " " sprintf("%0" i % 300 + 1 "d", i)
            print "HSET h:" i % 997 " f" i " " i * 7
            print "RPUSH l:" i % 101 " " i " " i + 1
            print "SADD m:" i % 211 " " i * 31 % 5003
            print "ZADD z:" i % 53 " " i % 1009 " e" i
            print "XADD x:" i % 17 " " i + 1 "-1 a " i
            print "APPEND a:" i % 19 " " i
            if (i % 5 == 0) print "DEL s:" i / 5
        }
    }'
}

start
commands | cli --pipe | tail -n 1
cli dbsize
cli debug digest
redis-benchmark -s "$PWD/redis.sock" -q -P 8 -c 20 -n $((SCALE * 6000)) -r 20000 -d 200 \
    -t set,get,incr,lpush,rpop,sadd,hset,zadd,lrange_100,mset >load &
load=$!
cli bgsave >/dev/null
saved
cli bgrewriteaof >/dev/null
wait "$load"
saved
cli memory purge
before=$(cli debug digest)
cli shutdown save
wait "$server"
start
after=$(cli debug digest)
[[ $before == "$after" ]] && echo 'the same after the restart'
cli flushall async
commands | cli --pipe | tail -n 1
cli debug digest
cli shutdown nosave
wait "$server"
grep -c -i -E 'crash|corrupt|assert|oom|fault' redis.log || true
