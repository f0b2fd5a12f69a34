'use strict';
/* Draws the charts, and again when a name is shown or hidden, the colours change, or it prints. */
(() => {
  const runs = JSON.parse(document.getElementById('data').textContent);
  const root = document.documentElement;
  const PAPER_WIDTH = {wide: 660, small: 305};
  const COLOURS = ['quarry', 'glibc', 'mimalloc', 'jemalloc', 'tcmalloc', 'rpmalloc', 'unsafe',
    'confined', 'direct', 'netty-pooled', 'netty-adaptive', 'arrow'];
  const MOST_COLOURS = 14;
  const SYMBOLS = ['circle', 'rect', 'triangle', 'diamond',
    'path://M0,3h3v-3h3v3h3v3h-3v3h-3v-3h-3z'];
  const GLYPHS = {solid: ['●', '■', '▲', '◆', '✚'], hollow: ['○', '□', '△', '◇', '✛']};

  /* The allocator behind a column: one library may be called in several ways. */
  function family(name) {
    return name.replace(/^lwjgl-/, '').replace(/-(plain|tuned|again|static|segments)$/, '');
  }

  function css(name) {
    return getComputedStyle(root).getPropertyValue('--' + name).trim();
  }

  function theme() {
    return {
      text: css('text'), faint: css('faint'), line: css('line'), band: css('band'),
      card: css('card'), font: getComputedStyle(document.body).fontFamily,
    };
  }

  /* Of a family the first column is solid, the others are hollow and broken. */
  function styles(columns) {
    const result = new Map();
    const families = [];
    columns.forEach(name => {
      const own = family(name);
      const isFirst = !families.includes(own);
      if (isFirst) {
        families.push(own);
      }
      const known = COLOURS.indexOf(own);
      const number = known >= 0 ? known
        : (COLOURS.length + families.filter(f => !COLOURS.includes(f)).indexOf(own)) % MOST_COLOURS;
      const colour = css('p' + number);
      const shape = number % SYMBOLS.length;
      result.set(name, {
        isFirst, colour, fill: isFirst ? colour : css('card'), dash: isFirst ? 'solid' : 'dashed',
        symbol: SYMBOLS[shape], glyph: GLYPHS[isFirst ? 'solid' : 'hollow'][shape],
        size: name === 'quarry' ? 10 : 8, z: name === 'quarry' ? 5 : 3,
      });
    });
    return result;
  }

  /* At once, for the page may be about to be shown. */
  function fit(element) {
    const chart = echarts.getInstanceByDom(element);
    if (chart && chart.getWidth() !== element.clientWidth && !root.classList.contains('paper')) {
      chart.resize();
      chart.getZr().flush();
    }
  }

  class Life {
    constructor(section) {
      this.run = runs[section.dataset.run];
      this.legend = section.querySelector('.legend');
      this.choice = section.querySelector('.choice');
      this.charts = [...section.querySelectorAll('.chart')];
      this.columns = this.run.columns.filter(name => name !== Charts.HARNESS);
      const look = styles(this.columns);
      this.names = new Set(this.columns.filter(name => look.get(name).isFirst));
      this.fillChoice();
      const observer = new ResizeObserver(entries => entries.forEach(entry => fit(entry.target)));
      this.charts.forEach(element => observer.observe(element));
    }

    fillChoice() {
      this.rowChoice = this.select('Row', this.run.rows.map(row => row.name));
      this.metricChoice = this.select('Figure', []);
      this.rowChoice.addEventListener('change', () => this.fillMetrics());
      this.fillMetrics();
    }

    select(label, names) {
      const select = document.createElement('select');
      select.setAttribute('aria-label', label);
      select.replaceChildren(...names.map(name => new Option(name)));
      select.addEventListener('change', () => this.draw());
      this.choice.append(select);
      return select;
    }

    fillMetrics() {
      const row = this.run.rows.find(r => r.name === this.rowChoice.value);
      const old = this.metricChoice.value;
      this.metricChoice.replaceChildren(...row.figures.map(figure =>
        new Option(figure.metric + ', ' + figure.unit, figure.metric)));
      if (row.figures.some(figure => figure.metric === old)) {
        this.metricChoice.value = old;
      }
    }

    toggle(name) {
      if (!this.names.delete(name)) {
        this.names.add(name);
      }
      this.draw();
    }

    drawLegend(look) {
      this.legend.replaceChildren(...this.columns.map(name => {
        const button = document.createElement('button');
        const mark = document.createElement('i');
        const style = look.styles.get(name);
        mark.style.color = style.colour;
        mark.textContent = style.glyph;
        button.append(mark, name);
        button.type = 'button';
        button.setAttribute('aria-pressed', this.names.has(name));
        button.addEventListener('click', () => this.toggle(name));
        return button;
      }));
    }

    draw() {
      const look = {
        theme: theme(), styles: styles(this.run.columns),
        names: this.columns.filter(name => this.names.has(name)),
      };
      this.drawLegend(look);
      this.charts.forEach(element => this.drawChart(element, look));
    }

    drawChart(element, look) {
      const {chart: what, of} = element.dataset;
      const argument = what === 'figures' ? [this.rowChoice.value, this.metricChoice.value] : of;
      const {option, height} = Charts[what](argument, this.run, look);
      element.style.height = height + 'px';
      const chart = echarts.getInstanceByDom(element)
        || echarts.init(element, null, {renderer: 'svg'});
      const isPaper = root.classList.contains('paper');
      const isSmall = element.closest('.small') !== null;
      chart.resize({height, width: isPaper ? PAPER_WIDTH[isSmall ? 'small' : 'wide'] : 'auto'});
      chart.setOption(option, true);
      if (what === 'figures') {
        element.previousElementSibling.textContent = argument.join(', ');
      }
    }
  }

  const lives = [...document.querySelectorAll('.life')].map(section => new Life(section));

  function draw() {
    lives.forEach(life => life.draw());
  }

  /* On paper: in the light colours, as wide as the page, and nothing folded. */
  function print(isPaper) {
    root.classList.toggle('paper', isPaper);
    document.querySelectorAll('main details').forEach(details => {
      details.open = isPaper;
    });
    draw();
  }

  draw();
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', draw);
  addEventListener('beforeprint', () => print(true));
  addEventListener('afterprint', () => print(false));
  root.dataset.drawn = lives.reduce((sum, life) => sum + life.charts.length, 0);
})();
