node "$WORK/allocate.js" "$SCALE"
