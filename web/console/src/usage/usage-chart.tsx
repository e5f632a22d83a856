import * as Plot from '@observablehq/plot';
import { useCallback } from 'react';
import { PlotFigure } from '../charts/plot-figure.tsx';
import { monthText } from '../format/dates.ts';
import { count } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';

interface UsageChartProps {
  readonly label: string;
  /** Months with calls, newest first. */
  readonly months: readonly MonthUsage[];
  readonly limit: number | null;
  /** The current month by the clock of the service: YYYY-MM. */
  readonly current: string;
}

/** A limit that is much higher than the bars would make them invisible. */
const showsLimitOf = (limit: number | null, months: readonly MonthUsage[]): limit is number =>
  limit !== null && limit <= Math.max(1, ...months.map(({ used }) => used)) * 4;

function limitNote(limit: number | null, isShown: boolean): string {
  if (limit === null) return 'The last 12 months. There is no limit.';
  return isShown
    ? `The last 12 months. The dashed line is the limit of ${count(limit)}.`
    : `The last 12 months. The limit of ${count(limit)} is above the chart.`;
}

export default function UsageChart({ label, months, limit, current }: UsageChartProps) {
  const showsLimit = showsLimitOf(limit, months);
  const draw = useCallback(
    (width: number) => {
      const year = yearOf(months, current);
      const max = Math.max(1, ...year.map(({ used }) => used));
      return Plot.plot({
        className: 'usage-chart',
        width,
        height: 240,
        marginLeft: 48,
        x: {
          type: 'band',
          label: null,
          tickFormat: (period: string) => monthText(period).slice(0, width < 480 ? 1 : 3),
          tickSize: 0,
        },
        y: {
          label: null,
          ticks: Math.min(4, max),
          domain: [0, showsLimit ? Math.max(max, limit) : max],
          nice: true,
          tickFormat: (value: number) => (Number.isInteger(value) ? count(value) : ''),
        },
        marks: [
          Plot.gridY({ stroke: 'var(--chart-grid)', strokeOpacity: 1, ticks: Math.min(4, max) }),
          Plot.barY(year, {
            x: 'period',
            y: 'used',
            fill: 'var(--chart-line)',
            ry1: 3,
            title: ({ period, used }: MonthUsage) => `${monthText(period)}: ${count(used)}`,
          }),
          ...(showsLimit ? [Plot.ruleY([limit], { stroke: 'var(--tone-red)', strokeDasharray: '4 4' })] : []),
          Plot.ruleY([0], { stroke: 'var(--map-border)' }),
        ],
      });
    },
    [months, limit, current, showsLimit],
  );
  return (
    <>
      <p className="note">{limitNote(limit, showsLimit)}</p>
      <PlotFigure
        label={label}
        draw={draw}
        table={
          <DataTable
            caption={label}
            rows={months}
            rowKey={({ period }) => period}
            columns={[
              { title: 'Month', isHeader: true, cell: ({ period }) => monthText(period) },
              { title: 'Count', isNumber: true, cell: ({ used }) => count(used) },
            ]}
          />
        }
      />
    </>
  );
}

interface MonthUsage {
  readonly period: string;
  readonly used: number;
}

const MONTHS = 12;

/** The last 12 months, oldest first; months without calls have 0. @param current YYYY-MM */
function yearOf(months: readonly MonthUsage[], current: string): MonthUsage[] {
  const [year = 0, month = 1] = current.split('-').map(Number);
  return Array.from({ length: MONTHS }, (_, index) => {
    const date = new Date(Date.UTC(year, month - 1 - (MONTHS - 1 - index), 1));
    const period = date.toISOString().slice(0, 7);
    return { period, used: months.find((known) => known.period === period)?.used ?? 0 };
  });
}
