# A repository with some history, cloned, read, packed and checked. Dates and names are fixed, so
# that every object has the same name in both runs.
export GIT_AUTHOR_NAME=A GIT_AUTHOR_EMAIL=a@example.org
export GIT_COMMITTER_NAME=C GIT_COMMITTER_EMAIL=c@example.org
git init -q -b main origin
cd origin
git config core.fsync none
for i in {1..40}; do
    export GIT_AUTHOR_DATE="$((1700000000 + i)) +0000"
    export GIT_COMMITTER_DATE=$GIT_AUTHOR_DATE
    mkdir -p "d$((i % 5))"
    seq "$i" "$((i * 50))" >"d$((i % 5))/f$i"
    seq "$i" 300 | sort -r >>all
    git add -A
    git commit -q -m "Commit $i"
done
git branch side HEAD~10
git checkout -q side
echo side >side
git add side
git commit -q -m Side
git checkout -q main
git merge -q --no-edit side
cd ..

git clone -q --no-hardlinks --no-local origin copy
cd copy
git log -n 5 --format='%H %an %s'
git log --stat --format=%h -- all | tail -n 4
git diff --shortstat HEAD~20 HEAD
git blame all | cut -c1-12 | sort | uniq -c | sort -rn | sed -n 1,3p
git -c pack.threads=2 gc -q --aggressive --prune=now
git fsck --full --strict
git count-objects -v | grep -E '^(count|in-pack|packs):'
git rev-list --objects --all | sort | sha256sum
git grep -c 299 | sort | sed -n 1,3p
