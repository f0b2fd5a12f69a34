# A repository of thousands of objects, made by fast-import, packed by threads, checked, cloned.
history() {
    awk -v n=$((SCALE * 200)) 'BEGIN {
        for (i = 1; i <= n; i++) {
            print "commit refs/heads/main"
            print "committer A <a@example.org> " 1700000000 + i " +0000"
            print "data 9\ncommit " sprintf("%02d", i % 100)
            for (f = 0; f < 8; f++) {
                text = ""
                for (l = 0; l < 40 + i % 50; l++) {
                    text = text "line " (i + l) * (f + 3) % 1000 " of " f "\n"
                }
                print "M 100644 inline d" (i * 7 + f) % 37 "/f" (i + f) % 101
                print "data " length(text)
                printf "%s\n", text
            }
        }
    }'
}

git init -q -b main repository
cd repository
git config core.fsync none
history | git fast-import --quiet --depth=0
git checkout -q main
git count-objects -v | grep -c .
git -c pack.threads=2 -c gc.auto=0 gc -q --prune=now
git -c pack.threads=2 repack -q -a -d -f --depth=50 --window=20
git fsck --full --strict --no-progress
git rev-parse HEAD 'HEAD^{tree}'
git rev-list --objects --all | sort | sha256sum
git log --format=%h --stat -n 300 -- d3 | sha256sum
git diff --stat 'HEAD~100' HEAD | tail -n 1
git archive HEAD | sha256sum
cd ..
git clone -q --no-local repository copy
git -C copy rev-parse 'HEAD^{tree}'
git -C copy status --short | wc -l
