/**
 * The report as a page: one HTML file over the results of some runs, with everything in it that it
 * shows. Text and tables are made here; its charts are drawn by the reader's browser from the same
 * figures, with Apache ECharts.
 */
package dev.quarry.bench.page;
