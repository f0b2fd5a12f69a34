use strict;
use warnings;

my %words;
my $text = join ' ', map { "word" . ($_ * 7919 % 1013) } 1 .. 50_000;
$words{$1}++ while $text =~ /(\w+)/g;
my @most = sort { $words{$b} <=> $words{$a} || $a cmp $b } keys %words;
print join(",", map { "$_=$words{$_}" } @most[0 .. 4]), "\n";

my @rows = map { [ $_, $_ * 1.5, "row $_", { id => $_, even => $_ % 2 == 0 } ] } 1 .. 20_000;
my @sorted = sort { $b->[3]{id} % 101 <=> $a->[3]{id} % 101 || $a->[0] <=> $b->[0] } @rows;
printf "%d %.1f %s\n", @{ $sorted[$_] }[ 0 .. 2 ] for 0 .. 2;

my $long = '';
$long .= sprintf "%08x", $_ * 2654435761 % 4294967296 for 1 .. 40_000;
(my $changed = $long) =~ s/([0-9])/chr(ord('g') + $1)/ge;
print length($changed), ' ', unpack('%32C*', $changed), "\n";

sub depth { my ($n, @more) = @_; return $n == 0 ? @more : depth($n - 1, @more, $n % 3) }
print scalar(depth(300)), "\n";

$| = 1;
for my $child (1 .. 4) {
    my $pid = open(my $pipe, '-|') // die "fork: $!";
    if ($pid == 0) {
        my %own = map { $_ => 'x' x ($_ % 300) } 1 .. 5_000;
        print "child $child: ", scalar(keys %own), "\n";
        exit 0;
    }
    print <$pipe>;
    close $pipe;
}
exit 5;
