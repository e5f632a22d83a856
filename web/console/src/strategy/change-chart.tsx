import * as Plot from '@observablehq/plot';
import { useCallback } from 'react';
import type { PreviewChangeRange } from '../api/client.ts';
import { PlotFigure } from '../charts/plot-figure.tsx';
import { count, counted } from '../format/numbers.ts';
import { DataTable } from '../shell/data-table.tsx';

const LABEL = 'Quotes by the change of their total';

const color = ({ from_percent, to_percent }: PreviewChangeRange) =>
  (from_percent ?? -1) < 0
    ? 'var(--part-surcharges)'
    : to_percent === 0
      ? 'var(--tone-gray)'
      : 'var(--chart-line)';

/** How many quotes change by how much. Bars are horizontal, so that their names fit on a phone. */
export default function ChangeChart({ ranges }: { readonly ranges: readonly PreviewChangeRange[] }) {
  const draw = useCallback(
    (width: number) =>
      Plot.plot({
        className: 'change-chart',
        width,
        height: ranges.length * 24 + 12,
        marginLeft: 116,
        marginRight: 32,
        marginTop: 6,
        marginBottom: 6,
        x: { axis: null, domain: [0, Math.max(1, ...ranges.map(({ quotes }) => quotes))] },
        y: { type: 'band', label: null, domain: ranges.map(rangeText), tickSize: 0, padding: 0.25 },
        marks: [
          Plot.barX(ranges, { x: 'quotes', y: rangeText, fill: color, rx2: 3 }),
          Plot.text(
            ranges.filter(({ quotes }) => quotes > 0),
            {
              x: 'quotes',
              y: rangeText,
              text: ({ quotes }: PreviewChangeRange) => count(quotes),
              textAnchor: 'start',
              dx: 6,
            },
          ),
          Plot.ruleX([0], { stroke: 'var(--map-border)' }),
        ],
      }),
    [ranges],
  );
  return (
    <PlotFigure
      label={LABEL}
      draw={draw}
      table={
        <DataTable
          caption={LABEL}
          rows={ranges}
          rowKey={(range: PreviewChangeRange) => rangeText(range)}
          columns={[
            {
              title: 'Change of the total',
              isHeader: true,
              cell: (range: PreviewChangeRange) => rangeText(range),
            },
            { title: 'Quotes', isNumber: true, cell: ({ quotes }) => counted(quotes, 'quote') },
          ]}
        />
      }
    />
  );
}

/** A range of changes in words, such as "2 to 5% more". */
function rangeText({
  from_percent: from,
  to_percent: to,
}: Pick<PreviewChangeRange, 'from_percent' | 'to_percent'>): string {
  if (from === 0 && to === 0) return 'No change';
  if (from === null) return to === null ? 'Any change' : `Over ${-to}% less`;
  if (to === null) return `Over ${from}% more`;
  const [near, far, direction] = to > 0 ? [from, to, 'more'] : [-to, -from, 'less'];
  return near === 0 ? `Up to ${far}% ${direction}` : `${near} to ${far}% ${direction}`;
}
