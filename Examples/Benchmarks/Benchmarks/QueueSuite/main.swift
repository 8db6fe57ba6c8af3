import BenchmarkCompatibility

await BenchmarkRunner.main(benchmarks)
