package dev.quarry.bench.result;

import dev.quarry.bench.peer.Peer;
import dev.quarry.bench.peer.Peers;
import dev.quarry.bench.run.Sample;
import dev.quarry.bench.stat.Noise;
import dev.quarry.bench.stat.Numbers;
import dev.quarry.bench.stat.Verdict;
import dev.quarry.bench.workload.Metric;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * One metric of one row, over all columns.
 *
 * @param medians  by column; a column that failed has none
 * @param noise    share within which two columns are alike; from the A/A pair of this row
 * @param verdicts Quarry beside each peer; empty when Quarry did not run
 */
public record Figure(String metric, String unit, Metric.Better better,
        Map<String, Double> medians, double noise, Map<String, Verdict> verdicts) {

    static Figure of(Metric metric, List<Sample> samples, Peers peers) {
        Set<String> failed = samples.stream().filter(Sample::failed).map(Sample::peer)
                .collect(Collectors.toSet());
        Map<String, Double> medians = new LinkedHashMap<>();
        for (Peer peer : peers.columns()) {
            List<Double> values = values(metric, samples, peer.name());
            if (!values.isEmpty() && !failed.contains(peer.name())) {
                medians.put(peer.name(), Numbers.median(values));
            }
        }
        double noise = Noise.of(values(metric, samples, peers.twice().name()),
                values(metric, samples, peers.twice().again().name()));
        return new Figure(metric.name(), metric.unit(), metric.better(), medians,
                Double.isInfinite(noise) ? 1e9 : noise,
                verdicts(metric, medians, noise, ran(samples, peers)));
    }

    /** Who was run at all: a row may not be for everybody. Nobody, when Quarry was not. */
    private static List<String> ran(List<Sample> samples, Peers peers) {
        Set<String> names = samples.stream().map(Sample::peer).collect(Collectors.toSet());
        return !peers.hasQuarry() ? List.of()
                : peers.allocators().stream().map(Peer::name).filter(names::contains).toList();
    }

    private static List<Double> values(Metric metric, List<Sample> samples, String peer) {
        return samples.stream().filter(sample -> sample.peer().equals(peer))
                .filter(sample -> !sample.failed())
                .map(sample -> metric.of().applyAsDouble(sample)).toList();
    }

    private static Map<String, Verdict> verdicts(Metric metric, Map<String, Double> medians,
            double noise, List<String> names) {
        Map<String, Verdict> verdicts = new LinkedHashMap<>();
        Double ours = medians.get(Peer.QUARRY);
        for (String name : names) {
            if (!name.equals(Peer.QUARRY)) {
                verdicts.put(name, verdict(metric, ours, medians.get(name), noise));
            }
        }
        return verdicts;
    }

    private static Verdict verdict(Metric metric, Double ours, Double theirs, double noise) {
        if (ours == null) {
            return Verdict.FAILED;
        }
        return theirs == null ? Verdict.PEER_FAILED
                : Verdict.of(metric.advantage(ours, theirs), noise);
    }

    /** How many times better the first is than the second, whichever way is better. */
    public double advantage(double ours, double theirs) {
        return new Metric(metric, unit, better, sample -> 0).advantage(ours, theirs);
    }
}
