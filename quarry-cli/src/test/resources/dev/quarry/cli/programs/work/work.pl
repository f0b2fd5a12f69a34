# Perl at work: hashes and strings that grow, sorts, regular expressions, threads, children.
use strict;
use warnings;
use threads;
use Digest::MD5 qw(md5_hex);
use List::Util qw(sum);

my $scale = shift;
my %table;
for my $i (1 .. 60_000 * $scale) {
    $table{"key " . $i * 7919 % 50_021} .= chr(97 + $i % 26) x ($i % 40);
    delete $table{"key " . $i * 31 % 50_021} if $i % 3 == 0;
}
print scalar(keys %table), " ", md5_hex(join "\n", map { "$_ $table{$_}" } sort keys %table), "\n";

my $text = join " ", map { my $word = reverse $_ * 17; "w$word" } 1 .. 40_000 * $scale;
my %words;
$words{length $1}++ while $text =~ /(w\d+)/g;
(my $changed = $text) =~ s/(\d+)/<$1>/g;
print join(",", map { "$_=$words{$_}" } sort { $a <=> $b } keys %words), " ", length $changed, "\n";

my @rows = map { { id => $_, name => "row " . $_ * 7 % 1009, list => [1 .. $_ % 9] } }
    1 .. 20_000 * $scale;
@rows = sort { $a->{name} cmp $b->{name} || $a->{id} <=> $b->{id} } @rows;
print md5_hex(join ";", map { "$_->{id}:" . scalar @{$_->{list}} } @rows), "\n";

sub work {
    my $number = shift;
    my @parts;
    for my $round (1 .. 30 * $scale) {
        push @parts, join "", map { pack "N", $_ * $number } 1 .. 500;
        shift @parts if @parts > 10;
    }
    return md5_hex(join "", @parts);
}
print join(" ", map { $_->join } map { threads->create(\&work, $_) } 1 .. 4), "\n";

for my $child (1 .. 4) {
    my $pid = open my $pipe, "-|";
    if (!$pid) {
        print work($child), "\n";
        exit 0;
    }
    print while <$pipe>;
    close $pipe;
}
