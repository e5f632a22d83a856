import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { PreviewChangeRange, PreviewPricingStrategyResponse } from '../api/client.ts';
import { count, counted, dollars, signedDollars, signedPercent } from '../format/numbers.ts';
import { equipmentName } from '../rates/equipment.ts';
import { Bar, DataTable } from '../shell/data-table.tsx';
import { Empty, Notice } from '../shell/feedback.tsx';
import { Facts } from '../shell/page.tsx';

interface PreviewResultProps {
  readonly preview: PreviewPricingStrategyResponse;
  readonly isOutdated: boolean;
}

export function PreviewResult({ preview: { summary, quotes }, isOutdated }: PreviewResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new preview gets the focus
  useEffect(() => heading.current?.focus(), [summary]);
  return (
    <section className="stack" aria-label="Preview">
      <h2 ref={heading} tabIndex={-1} className="focus-target">
        Preview
      </h2>
      <div role="status">
        {isOutdated ? (
          <Notice tone="yellow" title="The values have changed since this preview">
            Preview again to see the effect of the values that the form has now.
          </Notice>
        ) : null}
      </div>
      {summary.quotes === 0 ? (
        <Empty title="There is no quote to preview">
          <p>
            A preview prices your newest quotes with the changed values.{' '}
            <Link to="/quotes/new">Make a quote</Link> first.
          </p>
        </Empty>
      ) : (
        <>
          <p className="note">
            Your newest {counted(summary.quotes, 'quote')}, priced with the current strategy and with the
            changed values. Market cost, miles and accessorials are those of each quote. Nothing is saved.
            {summary.skipped === 0
              ? ''
              : ` ${counted(summary.skipped, 'older quote')} cannot be priced again and ${summary.skipped === 1 ? 'is' : 'are'} left out.`}
          </p>
          <div className="card">
            <Facts facts={figuresOf(summary)} />
          </div>
          <div className="halves">
            <DataTable
              caption="Quotes by the change of their total"
              rows={summary.distribution}
              rowKey={rangeText}
              isDense
              columns={[
                { title: 'Change of the total', isHeader: true, cell: rangeText },
                { title: 'Quotes', isNumber: true, cell: ({ quotes: number }) => count(number) },
                { title: 'Share', cell: ({ quotes: number }) => <Bar share={number / summary.quotes} /> },
              ]}
            />
            <DataTable
              caption="Totals before and after, newest quote first"
              rows={quotes}
              rowKey={({ quote_id }) => quote_id}
              isDense
              columns={[
                {
                  title: 'Quote',
                  isHeader: true,
                  cell: ({ quote_id, route, customer_reference, equipment_type }) => (
                    <>
                      <Link to={`/quotes/${encodeURIComponent(quote_id)}`}>
                        <bdi>{route.origin}</bdi> to <bdi>{route.destination}</bdi>
                      </Link>
                      <span className="small">
                        {equipmentName(equipment_type)}
                        {customer_reference === '' ? null : (
                          <>
                            {' · '}
                            <bdi>{customer_reference}</bdi>
                          </>
                        )}
                      </span>
                    </>
                  ),
                },
                {
                  title: 'Before',
                  isNumber: true,
                  isMinor: true,
                  cell: ({ before }) => dollars(before.total_rate),
                },
                { title: 'After', isNumber: true, cell: ({ after }) => dollars(after.total_rate) },
                {
                  title: 'Change',
                  isNumber: true,
                  cell: ({ change, change_percent }) => (
                    <>
                      {signedDollars(change)}
                      <span className="small">{signedPercent(change_percent)}</span>
                    </>
                  ),
                },
              ]}
            />
          </div>
        </>
      )}
    </section>
  );
}

const figuresOf = (summary: PreviewPricingStrategyResponse['summary']) => ({
  'Sum of all totals': (
    <Figure
      value={signedDollars(summary.total_change)}
      note={`${dollars(summary.total_before)} before, ${dollars(summary.total_after)} after`}
    />
  ),
  'Median change of a quote': (
    <Figure
      value={signedDollars(summary.median_change)}
      note={`${signedPercent(summary.median_change_percent)} of its total`}
    />
  ),
  'Quotes that change': (
    <Figure
      value={`${count(summary.changed)} of ${count(summary.quotes)}`}
      note={`${count(summary.increased)} cost more, ${count(summary.decreased)} cost less`}
    />
  ),
});

const Figure = ({ value, note }: { readonly value: string; readonly note: string }) => (
  <>
    <strong>{value}</strong>
    <span className="small">{note}</span>
  </>
);

/** A range of changes in words, such as "2 to 5% more". */
function rangeText({ from_percent: from, to_percent: to }: PreviewChangeRange): string {
  if (from === 0 && to === 0) return 'No change';
  if (from === null) return to === null ? 'Any change' : `Over ${-to}% less`;
  if (to === null) return `Over ${from}% more`;
  const [near, far, direction] = to > 0 ? [from, to, 'more'] : [-to, -from, 'less'];
  return near === 0 ? `Up to ${far}% ${direction}` : `${near} to ${far}% ${direction}`;
}
