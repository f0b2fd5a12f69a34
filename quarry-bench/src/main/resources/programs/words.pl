# Hashes of lists, strings cut and joined, sorting.
use strict;
use warnings;

my $total = 0;
for my $round (1 .. $ARGV[0]) {
    my %places;
    my $text = join ' ', map { 'word' . ($_ * 7919 % 10007) } 1 .. 60000;
    my $at = 0;
    push @{ $places{$_} }, $at++ for split / /, $text;
    my @sorted = sort { @{ $places{$a} } <=> @{ $places{$b} } || $a cmp $b } keys %places;
    $total += length join '', map { "$_=" . join(',', @{ $places{$_} }) } @sorted;
}
print "$total\n";
