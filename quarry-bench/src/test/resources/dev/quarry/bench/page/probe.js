'use strict';
/* Looks at the page as it was drawn, uses it, prints it, and tells its frame what was seen. */
(() => {
  const all = selector => [...document.querySelectorAll(selector)];
  const marks = () => all('.life:first-of-type .chart path').length;

  function look() {
    return {
      width: innerWidth,
      pageWidth: document.documentElement.scrollWidth,
      charts: all('.chart').map(chart => ({
        of: chart.dataset.chart,
        paths: chart.querySelectorAll('path').length,
        width: chart.querySelector('svg')?.getBoundingClientRect().width ?? 0,
        room: chart.clientWidth,
        text: [...chart.querySelectorAll('text')].map(text => text.textContent).join('|'),
      })),
      names: all('.legend button[aria-pressed="true"]').map(button => button.textContent),
      opened: all('main details[open]').length,
      back: getComputedStyle(document.body).backgroundColor,
    };
  }

  function click(name) {
    all('.legend button').find(button => button.textContent.endsWith(name)).click();
  }

  function choose(select, value) {
    select.value = value;
    select.dispatchEvent(new Event('change'));
  }

  const seen = {drawn: document.documentElement.dataset.drawn, screen: look()};
  const before = marks();
  click('glibc');
  seen.hidden = before - marks();
  click('glibc');
  seen.shownAgain = marks() - before;
  choose(document.querySelector('select'), 'larson x2');
  seen.chosen = document.querySelector('[data-chart="figures"]').textContent;
  dispatchEvent(new Event('beforeprint'));
  seen.paper = look();
  dispatchEvent(new Event('afterprint'));
  seen.screenAgain = look();
  parent.postMessage(JSON.stringify(seen), '*');
})();
