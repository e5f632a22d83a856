import * as Plot from '@observablehq/plot';
import { useCallback, useMemo } from 'react';
import type { RateAnalysis } from '../api/client.ts';
import { PlotFigure } from '../charts/plot-figure.tsx';
import { dayText } from '../format/dates.ts';
import { dollars } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';
import { type RateWeek, weeksOf } from './rate-parts.ts';

const monday = ({ date }: RateWeek) => new Date(`${date}T00:00:00Z`);
const rate = (week: RateWeek) => week.rate;

const tip = ({ date, rate, range, isForecast }: RateWeek) =>
  [
    `Week of ${dayText(date)}`,
    `${isForecast ? 'Expected' : 'Rate'}: ${dollars(rate)}`,
    ...(range === undefined ? [] : [`80% range: ${dollars(range.min)} to ${dollars(range.max)}`]),
  ].join('\n');

export default function RateChart({ analysis }: { readonly analysis: RateAnalysis }) {
  const weeks = useMemo(() => weeksOf(analysis), [analysis]);
  const draw = useCallback(
    (width: number) => {
      const past = weeks.filter(({ isForecast }) => !isForecast);
      const ahead = weeks.filter((week, index) => week.isForecast || index === past.length - 1);
      const band = weeks.filter(({ range }) => range !== undefined);
      return Plot.plot({
        className: 'rate-chart',
        width,
        height: 260,
        marginLeft: 58,
        marginTop: 12,
        x: { type: 'utc', label: null, ticks: width < 480 ? 4 : 8 },
        y: { label: null, tickFormat: '$,.0f', ticks: 5, nice: true, zero: false },
        marks: [
          Plot.gridY({ stroke: 'var(--chart-grid)', strokeOpacity: 1, ticks: 5 }),
          // Without a forecast, one week has a range: a line, because an area needs two.
          (band.length > 1 ? Plot.areaY : Plot.ruleX)(band, {
            x: monday,
            y1: (week: RateWeek) => week.range?.min,
            y2: (week: RateWeek) => week.range?.max,
            ...(band.length > 1
              ? { fill: 'var(--chart-band)', fillOpacity: 0.16 }
              : { stroke: 'var(--chart-band)', strokeOpacity: 0.35, strokeWidth: 6 }),
          }),
          Plot.lineY(past, { x: monday, y: rate, stroke: 'var(--chart-line)', strokeWidth: 2.2 }),
          Plot.lineY(ahead, {
            x: monday,
            y: rate,
            stroke: 'var(--chart-forecast)',
            strokeWidth: 2.2,
            strokeDasharray: '5 4',
          }),
          Plot.dot(weeks, {
            x: monday,
            y: rate,
            r: 3,
            fill: (week: RateWeek) => (week.isForecast ? 'var(--chart-forecast)' : 'var(--chart-line)'),
          }),
          Plot.tip(
            weeks,
            Plot.pointerX({ x: monday, y: rate, title: tip, fill: 'var(--mantine-color-body)' }),
          ),
        ],
      });
    },
    [weeks],
  );
  const forecast = weeks.filter(({ isForecast }) => isForecast).length;
  return (
    <PlotFigure
      label={`Rate by week: ${weeks.length - forecast} past weeks${forecast === 0 ? '' : ` and ${forecast} expected weeks with their range`}`}
      draw={draw}
      table={
        <DataTable
          caption="Rate by week"
          rows={weeks}
          rowKey={({ date }) => date}
          columns={[
            { title: 'Week of', isHeader: true, cell: ({ date }) => dayText(date) },
            { title: 'Kind', cell: ({ isForecast }) => (isForecast ? 'Expected' : 'Past') },
            { title: 'Rate', isNumber: true, cell: (week) => dollars(week.rate) },
            {
              title: '80% range',
              isNumber: true,
              cell: ({ range }) =>
                range === undefined ? '' : `${dollars(range.min)} to ${dollars(range.max)}`,
            },
          ]}
        />
      }
    />
  );
}
