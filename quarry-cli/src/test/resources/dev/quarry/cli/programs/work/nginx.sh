# A server that compresses, and one in front of it that passes requests on, under load, with its
# configuration read anew meanwhile.
read -r front back < <(perl -MIO::Socket::INET -e '@s = map { IO::Socket::INET->new(Listen => 1,
    LocalAddr => "127.0.0.1") } 1, 2; print join(" ", map { $_->sockport } @s), "\n"')
mkdir files
for i in {1..20}; do
    seq "$i" $((i * 400)) >"files/f$i.txt"
done
cat >nginx.conf <<CONF
user $(id -un);
worker_processes 2;
daemon off;
pid $PWD/nginx.pid;
error_log $PWD/error.log warn;
events { worker_connections 512; }
http {
    access_log off;
    client_body_temp_path $PWD/t1; proxy_temp_path $PWD/t2; fastcgi_temp_path $PWD/t3;
    uwsgi_temp_path $PWD/t4; scgi_temp_path $PWD/t5;
    gzip on; gzip_http_version 1.0; gzip_types text/plain; gzip_proxied any;
    proxy_cache_path $PWD/cache keys_zone=z:1m;
    server {
        listen 127.0.0.1:$back reuseport;
        root $PWD/files;
    }
    server {
        listen 127.0.0.1:$front reuseport;
        location / { proxy_pass http://127.0.0.1:$back; proxy_set_header Accept-Encoding gzip; }
        location /kept/ { proxy_pass http://127.0.0.1:$back/; proxy_cache z; }
    }
}
CONF
/usr/sbin/nginx -e "$PWD/error.log" -c "$PWD/nginx.conf" &
server=$!
until [[ -s nginx.pid ]] && (: >"/dev/tcp/127.0.0.1/$front") 2>/dev/null; do
    kill -0 "$server"
    sleep 0.05
done
fetch() {
    local i
    for i in {1..20}; do
        exec 7<>"/dev/tcp/127.0.0.1/$1"
        printf 'GET /%sf%d.txt HTTP/1.0\r\nAccept-Encoding: gzip\r\n\r\n' "$2" "$i" >&7
        cat <&7 >answer
        exec 7>&-
        echo "$i $(LC_ALL=C sed '1,/^\r$/d' answer | gunzip | sha256sum)"
    done
}
fetch "$front" ''
wrk -t 2 -c 40 -d "$((SCALE > 1 ? 10 : 1))s" -H 'Accept-Encoding: gzip' \
    "http://127.0.0.1:$front/f9.txt" >load1 &
first=$!
wrk -t 1 -c 20 -d "$((SCALE > 1 ? 10 : 1))s" "http://127.0.0.1:$front/kept/f3.txt" >load2 &
second=$!
sleep 0.4
kill -HUP "$server"
wait "$first"
wait "$second"
[[ $(cat load1 load2) != *Non-2xx* && $(grep -c 'requests in' load1) == 1 ]] && echo 'all answered'
fetch "$front" kept/
# What the test shows as peak: that of the workers, together.
for worker in $(pgrep -P "$server"); do
    awk '/^VmHWM/ {print $2}' "/proc/$worker/status"
done | awk '{sum += $1} END {print sum}' >"$PEAK"
kill -QUIT "$server"
wait "$server"
cat error.log
