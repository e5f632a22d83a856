import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { PreviewPricingStrategyResponse } from '../api/client.ts';
import { count, counted, dollars, signedDollars, signedPercent } from '../format/numbers.ts';
import { equipmentName } from '../rates/equipment.ts';
import { DataTable } from '../shell/data-table.tsx';
import { Empty, Loading, Notice } from '../shell/feedback.tsx';
import { Panel } from '../shell/page.tsx';
import styles from './strategy.module.css';

const ChangeChart = lazy(() => import('./change-chart.tsx'));

interface PreviewResultProps {
  readonly preview: PreviewPricingStrategyResponse;
  /** The form changed after the preview. */
  readonly isOutdated: boolean;
}

/** What a change of the strategy would do to the newest quotes. */
export function PreviewResult({ preview: { summary, quotes }, isOutdated }: PreviewResultProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new preview gets the focus
  useEffect(() => heading.current?.focus(), [summary]);
  const { increased, decreased } = summary;
  return (
    <section className={styles.preview} aria-label="Preview">
      <h2 ref={heading} tabIndex={-1} className={styles.previewHeading}>
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
          <dl className={styles.figures}>
            <div>
              <dt>Sum of all totals</dt>
              <dd>
                <span className={styles.figure}>{signedDollars(summary.total_change)}</span>
                {dollars(summary.total_before)} before, {dollars(summary.total_after)} after
              </dd>
            </div>
            <div>
              <dt>Median change of a quote</dt>
              <dd>
                <span className={styles.figure}>{signedDollars(summary.median_change)}</span>
                {signedPercent(summary.median_change_percent)} of its total
              </dd>
            </div>
            <div>
              <dt>Quotes that change</dt>
              <dd>
                <span className={styles.figure}>
                  {count(summary.changed)} of {count(summary.quotes)}
                </span>
                {count(increased)} cost more, {count(decreased)} cost less
              </dd>
            </div>
          </dl>
          <div className={styles.previewPanels}>
            <Panel title="Quotes by the change of their total">
              <Suspense fallback={<Loading />}>
                <ChangeChart ranges={summary.distribution} />
              </Suspense>
            </Panel>
            <div className={styles.table}>
              <DataTable
                caption="Totals before and after, newest quote first"
                rows={quotes}
                rowKey={({ quote_id }) => quote_id}
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
          </div>
        </>
      )}
    </section>
  );
}
