perl "$WORK/work.pl" "$SCALE"
