import * as Plot from '@observablehq/plot';
import { useCallback, useMemo } from 'react';
import type { WebhookHealthHour } from '../api/client.ts';
import { PlotFigure } from '../charts/plot-figure.tsx';
import { timeText } from '../format/dates.ts';
import { count } from '../format/numbers.ts';
import type { Column } from '../shell/data-table.tsx';
import { DataTable } from '../shell/data-table.tsx';
import { Time } from '../shell/page.tsx';
import { busyHours, durationText, rateText } from './webhook-state.tsx';
import styles from './webhooks.module.css';

const MS_PER_HOUR = 3_600_000;

const start = ({ startsAt }: WebhookHealthHour) => new Date(startsAt);
const end = ({ startsAt }: WebhookHealthHour) => new Date(Date.parse(startsAt) + MS_PER_HOUR);
const middle = ({ startsAt }: WebhookHealthHour) => new Date(Date.parse(startsAt) + MS_PER_HOUR / 2);
const share = ({ succeeded, attempts }: WebhookHealthHour) => succeeded / attempts;

const tip = ({ startsAt, attempts, failed, successRate, latencyMs }: WebhookHealthHour) =>
  [
    timeText(startsAt),
    `Success rate: ${rateText(successRate)}`,
    `Attempts: ${count(attempts)}, ${count(failed)} failed`,
    ...(latencyMs === null
      ? []
      : [`Answer time: median ${durationText(latencyMs.p50)}, 95% within ${durationText(latencyMs.p95)}`]),
  ].join('\n');

const TIP = { fill: 'var(--mantine-color-body)', title: tip } as const;

export default function HealthCharts({ hours }: { readonly hours: readonly WebhookHealthHour[] }) {
  const busy = useMemo(() => busyHours(hours), [hours]);
  const frame = useCallback(
    (width: number): Plot.PlotOptions => {
      const [first, last] = [hours[0], hours.at(-1)];
      return {
        width,
        marginLeft: 52,
        marginRight: 12,
        x: {
          type: 'time',
          label: null,
          ticks: width < 480 ? 3 : 8,
          ...(first === undefined || last === undefined ? {} : { domain: [start(first), end(last)] }),
        },
      };
    },
    [hours],
  );
  const drawRate = useCallback(
    (width: number) => {
      // Only wide bars have a space between them.
      const insetLeft = width / hours.length > 6 ? 0.5 : 0;
      return Plot.plot({
        ...frame(width),
        className: 'success-chart',
        height: 240,
        y: { label: null, domain: [0, 1], ticks: 4, tickFormat: '.0%' },
        marks: [
          Plot.gridY({ stroke: 'var(--chart-grid)', strokeOpacity: 1, ticks: 4 }),
          Plot.rectY(busy, {
            x1: start,
            x2: end,
            y1: 0,
            y2: share,
            fill: 'var(--tone-green)',
            insetLeft,
          }),
          Plot.rectY(busy, { x1: start, x2: end, y1: share, y2: 1, fill: 'var(--tone-red)', insetLeft }),
          Plot.ruleY([0], { stroke: 'var(--map-border)' }),
          Plot.tip(busy, Plot.pointerX({ ...TIP, x: middle, y: 0.5 })),
        ],
      });
    },
    [busy, hours, frame],
  );
  const drawLatency = useCallback(
    (width: number) => {
      const answered = hours.filter(({ latencyMs }) => latencyMs !== null);
      const p50 = (hour: WebhookHealthHour) => hour.latencyMs?.p50;
      const p95 = (hour: WebhookHealthHour) => hour.latencyMs?.p95;
      return Plot.plot({
        ...frame(width),
        className: 'latency-chart',
        height: 240,
        y: {
          label: null,
          zero: true,
          nice: true,
          ticks: 4,
          tickFormat: (value: number) => durationText(value),
        },
        marks: [
          Plot.gridY({ stroke: 'var(--chart-grid)', strokeOpacity: 1, ticks: 4 }),
          Plot.ruleY([0], { stroke: 'var(--map-border)' }),
          // All hours: a line has a gap where an hour has no answer.
          Plot.lineY(hours, {
            x: middle,
            y: p95,
            stroke: 'var(--chart-forecast)',
            strokeWidth: 2,
            strokeDasharray: '5 4',
          }),
          Plot.lineY(hours, { x: middle, y: p50, stroke: 'var(--chart-line)', strokeWidth: 2 }),
          Plot.dot(answered, { x: middle, y: p95, r: 2.5, fill: 'var(--chart-forecast)' }),
          Plot.dot(answered, { x: middle, y: p50, r: 2.5, fill: 'var(--chart-line)' }),
          Plot.tip(answered, Plot.pointerX({ ...TIP, x: middle, y: p95 })),
        ],
      });
    },
    [hours, frame],
  );
  return (
    <>
      <Chart
        title="Success rate by hour"
        label="Success rate by hour: share of attempts that succeeded and that failed"
        legend={{ succeeded: 'Succeeded', failed: 'Failed' }}
        draw={drawRate}
        hours={busy}
        columns={[
          { title: 'Success rate', isNumber: true, cell: ({ successRate }) => rateText(successRate) },
          { title: 'Attempts', isNumber: true, cell: ({ attempts }) => count(attempts) },
          { title: 'Failed', isNumber: true, cell: ({ failed }) => count(failed) },
        ]}
      />
      <Chart
        title="Answer time by hour"
        label="Answer time by hour: median, and the time within which 95% of the answers arrived"
        legend={{ p50: 'Median', p95: '95% within' }}
        draw={drawLatency}
        hours={busy}
        columns={[
          { title: 'Average', isNumber: true, cell: (hour) => latency(hour, 'average') },
          { title: 'Median', isNumber: true, cell: (hour) => latency(hour, 'p50') },
          { title: '95% within', isNumber: true, cell: (hour) => latency(hour, 'p95') },
        ]}
      />
    </>
  );
}

interface ChartProps {
  readonly title: string;
  readonly label: string;
  readonly legend: Readonly<Record<string, string>>;
  draw(width: number): SVGSVGElement | HTMLElement;
  readonly hours: readonly WebhookHealthHour[];
  readonly columns: readonly Column<WebhookHealthHour>[];
}

const Chart = ({ title, label, legend, draw, hours, columns }: ChartProps) => (
  <>
    <h3 className="subtitle">{title}</h3>
    <ul className={`legend ${styles.legend}`} aria-hidden="true">
      {Object.entries(legend).map(([mark, text]) => (
        <li key={mark} data-mark={mark}>
          {text}
        </li>
      ))}
    </ul>
    <PlotFigure
      label={label}
      draw={draw}
      table={
        <DataTable
          caption={title}
          rows={hours}
          rowKey={({ startsAt }) => startsAt}
          columns={[
            { title: 'Hour from', isHeader: true, cell: ({ startsAt }) => <Time value={startsAt} /> },
            ...columns,
          ]}
        />
      }
    />
  </>
);

const latency = ({ latencyMs }: WebhookHealthHour, name: 'average' | 'p50' | 'p95') =>
  latencyMs === null ? 'No answer' : durationText(latencyMs[name]);
