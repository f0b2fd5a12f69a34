'use strict';
/*
 * The charts' options, from a run of the page's data. A builder takes what it is to show, the run,
 * and a look: the names shown, the theme's colours, the style of each name.
 */
const Charts = (() => {
  /* Factors of more than 2 to this power stand at the edge. */
  const CLIP = 4;
  const ROW_HEIGHT = 17;
  const SMALL_HEIGHT = 230;

  const CHIEF = 'chief';
  const HARNESS = 'harness';

  function figureOf(row, metric) {
    return metric === CHIEF ? row.figures[0] : row.figures.find(f => f.metric === metric);
  }

  /* How many times better one value is than another; undefined where there is none. */
  function advantage(figure, ours, theirs) {
    if (!(ours > 0 && theirs > 0)) {
      return undefined;
    }
    return figure.better === 'HIGHER' ? ours / theirs : theirs / ours;
  }

  function shown(value) {
    if (value === undefined || value === null) {
      return '–';
    }
    const size = Math.abs(value);
    return size >= 1000 ? Math.round(value).toLocaleString('en')
      : value === 0 ? '0' : Number(value.toPrecision(3)).toString();
  }

  function times(power) {
    return power < 0 ? '1/' + 2 ** -power : String(2 ** power);
  }

  function text(look, size) {
    return {color: look.theme.faint, fontSize: size || 11};
  }

  function base(look) {
    return {
      animation: false,
      textStyle: {fontFamily: look.theme.font, color: look.theme.text},
      grid: {left: 4, right: 14, top: 26, bottom: 6, containLabel: true},
    };
  }

  function tooltip(look, trigger, formatter) {
    return {
      trigger, confine: true, formatter,
      axisPointer: {type: trigger === 'axis' ? 'shadow' : 'none',
        shadowStyle: {color: look.theme.line, opacity: 0.5}},
      backgroundColor: look.theme.card, borderColor: look.theme.line,
      textStyle: {color: look.theme.text, fontSize: 12},
    };
  }

  function line(look, name, words) {
    const {colour, glyph} = look.styles.get(name);
    return '<span style="color:' + colour + '">' + glyph + '</span> '
      + echarts.format.encodeHTML(name) + ' ' + words + '<br>';
  }

  /* Rows down, a mark for each name on an axis of powers of two; values are logarithms. */
  function dots(look, rows, names, axis, series) {
    const option = base(look);
    option.grid.top = 40;
    option.tooltip = tooltip(look, 'axis', points => axis.tip(rows[points[0].dataIndex]));
    option.xAxis = {
      type: 'value', position: 'top', min: axis.min, max: axis.max, interval: 1,
      name: axis.name, nameLocation: 'middle', nameGap: 24, nameTextStyle: text(look),
      axisLabel: {...text(look), formatter: axis.label, hideOverlap: true},
      splitLine: {lineStyle: {color: look.theme.line}},
    };
    option.yAxis = {
      type: 'category', inverse: true, data: rows.map(row => row.name),
      axisLine: {show: false}, axisTick: {show: false},
      axisLabel: {color: look.theme.text, fontSize: 11, interval: 0},
      splitLine: {show: true, interval: 0, lineStyle: {color: look.theme.line, opacity: 0.45}},
    };
    option.series = series.concat(names.map(name => {
      const style = look.styles.get(name);
      return {
        name, type: 'scatter', symbol: style.symbol, symbolSize: style.size, z: style.z,
        itemStyle: mark(style), clip: false,
        data: rows.flatMap((row, i) => row.values[name] === undefined ? []
          : [[Math.max(axis.min, Math.min(axis.max, row.values[name])), i]]),
      };
    }));
    return {option, height: rows.length * ROW_HEIGHT + 52};
  }

  function mark(style) {
    return {color: style.fill, borderColor: style.colour, borderWidth: 1.2, opacity: 0.9};
  }

  function noise(look, rows, sign) {
    return {
      type: 'bar', stack: 'noise', silent: true, barWidth: '80%', z: 1,
      itemStyle: {color: look.theme.band},
      data: rows.map(row => sign * Math.min(CLIP, Math.log2(1 + row.figure.noise))),
    };
  }

  /* The peers' figures as multiples of Quarry's. */
  function ratio(of, run, look) {
    const [group, metric] = of.split(' ');
    const names = look.names.filter(name => name !== 'quarry');
    const rows = run.rows.filter(row => row.group === group).flatMap(row => {
      const figure = figureOf(row, metric);
      const ours = figure && figure.medians.quarry;
      if (!(ours > 0)) {
        return [];
      }
      const values = {};
      names.forEach(name => {
        const factor = advantage(figure, ours, figure.medians[name]);
        values[name] = factor && Math.log2(factor);
      });
      return [{name: row.name, figure, values}];
    });
    const all = rows.flatMap(row => Object.values(row.values)).filter(v => v !== undefined);
    const axis = {
      min: Math.max(-CLIP, Math.floor(Math.min(-1, ...all))),
      max: Math.min(CLIP, Math.ceil(Math.max(1, ...all))),
      name: '◂ behind      Quarry = 1      ahead ▸',
      label: times,
      tip: row => '<b>' + row.name + '</b>, ' + row.figure.metric + ', ' + row.figure.unit
        + '<br>' + line(look, 'quarry', shown(row.figure.medians.quarry) + ' ± '
        + shown(100 * row.figure.noise) + ' %')
        + names.filter(name => row.values[name] !== undefined).map(name => line(look, name,
          shown(row.figure.medians[name]) + ' (' + shown(2 ** row.values[name]) + ' ×)')).join(''),
    };
    const band = noise(look, rows, 1);
    band.markLine = {
      silent: true, symbol: 'none', label: {show: false}, data: [{xAxis: 0}],
      lineStyle: {color: look.styles.get('quarry').colour, type: 'solid', width: 1.5},
    };
    return dots(look, rows, names, axis, [noise(look, rows, -1), band]);
  }

  function instructions(of, run, look) {
    const rows = run.instructions.map(cost => {
      const values = {};
      look.names.forEach(name => {
        const count = cost.perOperation[name];
        values[name] = count && Math.log2(count);
      });
      return {name: cost.loop + ' ' + cost.bytes + ' B', values, cost};
    });
    const all = rows.flatMap(row => Object.values(row.values)).filter(v => v !== undefined);
    return dots(look, rows, look.names, {
      min: Math.floor(Math.min(...all)), max: Math.ceil(Math.max(...all)), label: times,
      name: 'instructions of an operation',
      tip: row => '<b>' + row.name + '</b><br>' + look.names
        .filter(name => row.values[name] !== undefined)
        .map(name => line(look, name, shown(row.cost.perOperation[name]))).join(''),
    }, []);
  }

  /* Lines over steps: values by name, each a list as long as the steps. */
  function lines(look, steps, values, axis) {
    const option = base(look);
    option.grid.top = 14;
    option.tooltip = tooltip(look, 'axis', points => '<b>' + points[0].axisValue + '</b><br>'
      + points.map(p => line(look, p.seriesName, shown(p.value) + ' ' + axis.unit)).join(''));
    option.tooltip.axisPointer = {type: 'line', lineStyle: {color: look.theme.faint}};
    option.xAxis = {
      type: 'category', data: steps, boundaryGap: false, axisTick: {show: false},
      axisLabel: {...text(look, 10), hideOverlap: true},
      axisLine: {lineStyle: {color: look.theme.line}},
    };
    option.yAxis = {
      type: axis.type, min: axis.min, axisLabel: {...text(look, 10), formatter: axis.label},
      splitLine: {lineStyle: {color: look.theme.line}}, splitNumber: 4,
    };
    option.series = look.names.filter(name => values[name]).map(name => {
      const style = look.styles.get(name);
      return {
        name, type: 'line', data: values[name], symbol: style.symbol, symbolSize: 6, z: style.z,
        itemStyle: mark(style), lineStyle: {color: style.colour, type: style.dash,
          width: name === 'quarry' ? 2.5 : 1.5},
      };
    });
    return {option, height: SMALL_HEIGHT};
  }

  function scaling(family, run, look) {
    const rows = run.rows.filter(row => row.family === family && row.threads > 0)
      .sort((a, b) => a.threads - b.threads);
    const alone = rows[0].figures[0];
    const unit = alone.medians.quarry ?? alone.medians[look.names[0]];
    const values = {};
    look.names.forEach(name => {
      values[name] = rows.map(row =>
        advantage(row.figures[0], row.figures[0].medians[name], unit) ?? null);
    });
    return lines(look, rows.map(row => '×' + row.threads), values,
      {type: 'value', min: 0, unit: ''});
  }

  function curve(axis) {
    return (name, run, look) => {
      const {steps, values, unit} = run.rows.find(row => row.name === name).curve;
      return lines(look, steps, values, {...axis, unit});
    };
  }

  /* One figure of one row, every column of it, the best first. */
  function figures(of, run, look) {
    const [name, metric] = of;
    const figure = figureOf(run.rows.find(row => row.name === name), metric);
    const sign = figure.better === 'HIGHER' ? -1 : 1;
    const columns = Object.entries(figure.medians).filter(([column]) => column !== HARNESS)
      .sort((a, b) => sign * (a[1] - b[1]));
    const option = base(look);
    option.grid = {left: 4, right: 56, top: 28, bottom: 4, containLabel: true};
    option.tooltip = {show: false};
    option.xAxis = {
      type: 'value', position: 'top', axisLabel: {...text(look), hideOverlap: true},
      splitLine: {lineStyle: {color: look.theme.line}},
    };
    option.yAxis = {
      type: 'category', inverse: true, data: columns.map(column => column[0]),
      axisTick: {show: false}, axisLine: {show: false},
      axisLabel: {color: look.theme.text, fontSize: 11, interval: 0},
    };
    option.series = [{
      type: 'bar', barWidth: '62%',
      label: {show: true, position: 'right', color: look.theme.text, fontSize: 11,
        formatter: point => shown(point.value)},
      data: columns.map(([column, value]) => ({value,
        itemStyle: {color: look.styles.get(column).colour}})),
    }];
    return {option, height: columns.length * 22 + 40};
  }

  return {
    ratio, instructions, scaling, figures, HARNESS,
    resident: curve({type: 'value', min: 0}),
    latency: curve({type: 'log', label: value => value < 1000 ? value + ' ns'
      : value < 1e6 ? value / 1e3 + ' µs' : value / 1e6 + ' ms'}),
  };
})();
