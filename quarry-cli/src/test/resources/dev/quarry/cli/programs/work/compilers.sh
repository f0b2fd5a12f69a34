# cc1 and cc1plus on large inputs: the objects are the same, byte for byte.
awk -v n=$((SCALE * 20)) 'BEGIN {
    print "#include <string.h>\nstruct pair { long a; int b; char name[12]; };"
    for (i = 0; i < n; i++) {
        print "long f" i "(struct pair *p, int n) { long sum = p->a + " i ";"
        print "  for (int i = 0; i < n; i++) switch ((i * " i % 31 + 2 ") & 7) {"
        for (c = 0; c < 7; c++) {
            print "    case " c ": sum = (sum ^ p[i & 1].a * " c + i ") + strlen(p->name); break;"
        }
        print "    default: sum -= " (i ? "f" i - 1 "(p, n >> 1)" : "n") "; }"
        print "  return sum; }"
    }
}' >large.c
awk -v n=$((SCALE > 1 ? 16 : 1)) 'BEGIN {
    print "#include <algorithm>\n#include <functional>\n#include <map>\n#include <memory>"
    print "#include <regex>\n#include <string>\n#include <tuple>\n#include <vector>"
    for (i = 0; i < n; i++) {
        print "struct key" i " { int a; std::string b;"
        print "  bool operator<(const key" i " &o) const { return std::tie(a, b) <"
        print "      std::tie(o.a, o.b); } };"
        print "std::size_t g" i "(std::vector<key" i "> v) {"
        print "  std::map<key" i ", std::shared_ptr<std::vector<key" i ">>> m;"
        print "  std::sort(v.begin(), v.end());"
        print "  for (auto &k : v) m.emplace(k, std::make_shared<std::vector<key" i ">>(v));"
        print "  std::function<int(int)> f = [&](int x) { return x + (int) m.size(); };"
        print "  return std::regex_match(v[0].b, std::regex(\"a+b*\")) + f(" i "); }"
    }
}' >large.cc
gcc -O2 -g -c large.c -o large-c.o
g++ -O1 -g -std=c++17 -c large.cc -o large-cc.o
sha256sum large-c.o large-cc.o
