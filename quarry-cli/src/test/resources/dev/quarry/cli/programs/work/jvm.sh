# A JVM whose threads take much native memory and give it back; a trim reaches it through jcmd.
export QUARRY_DECOMMIT_DELAY_MILLIS=-1 # so that nothing but the trim gives memory back
"$JDK/bin/java" -XX:+UseSerialGC -Xmx128m -Xshare:auto "$WORK/Trimmed.java" "$SCALE" <&0 &
jvm=$!
resident() {
    awk '/^VmRSS/ {print $2}' "/proc/$jvm/status"
}
until [[ -e freed ]]; do
    kill -0 "$jvm"
    sleep 0.05
done
before=$(resident)
"$JDK/bin/jcmd" "$jvm" System.trim_native_heap | sed -E 's/^[0-9]+:$/PID:/; s/[0-9]+[KMG]?.*//'
after=$(resident)
((after < before)) && echo 'resident memory fell'
touch end
wait "$jvm"
