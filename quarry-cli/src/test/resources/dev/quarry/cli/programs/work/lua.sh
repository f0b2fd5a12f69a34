lua5.4 "$WORK/work.lua" "$SCALE"
