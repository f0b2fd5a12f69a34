# A tree of files, packed, listed, unpacked and compared.
mkdir tree
for i in {1..60}; do
    mkdir -p "tree/d$((i % 7))/e$((i % 3))"
    seq "$i" $((i * 400)) >"tree/d$((i % 7))/e$((i % 3))/file with number $i"
done
ln -s d1 tree/link
fixed=(--sort=name --mtime=@1700000000 --owner=0 --group=0 --numeric-owner --mode=go-w)
tar "${fixed[@]}" -cf tree.tar tree
gzip -n -9 -k tree.tar
sha256sum tree.tar tree.tar.gz
tar "${fixed[@]}" -cf - tree | gzip -n -1 | sha256sum
tar -tzf tree.tar.gz | sort | sha256sum
mkdir out
tar -xzf tree.tar.gz -C out
diff -r tree out/tree
gzip -dc tree.tar.gz | cmp - tree.tar
gzip -t tree.tar.gz
head -c 1000 tree.tar.gz >cut.gz
gzip -t cut.gz
