import { lazy, Suspense, useMemo } from 'react';
import type { Lane, RateResult } from '../api/client.ts';
import { dayText, today } from '../format/dates.ts';
import { dollars, fuelPrice, miles } from '../format/numbers.ts';
import { LaneMap } from '../map/lane-map.tsx';
import { LinkButton } from '../shell/buttons.tsx';
import { Loading, Notice, TextList } from '../shell/feedback.tsx';
import { Amounts, Facts, Panel, Tone } from '../shell/page.tsx';
import { confidenceReasons } from './confidence.ts';
import { equipmentName } from './equipment.ts';
import { LaneHistory } from './lane-history.tsx';
import { destinationText, type PricedLane } from './lanes.ts';
import { ConfidenceBadge, RangeBar } from './rate-figures.tsx';
import { partsOf } from './rate-parts.ts';
import styles from './rates.module.css';

const RateChart = lazy(() => import('./rate-chart.tsx'));

interface RateDetailProps {
  readonly lane: Lane | undefined;
  readonly rate: RateResult;
  readonly canQuote: boolean;
}

const TRENDS = { rising: 'Rising', falling: 'Falling', stable: 'Stable' } as const;
const ACTIVITIES = { low: 'Low', medium: 'Medium', high: 'High' } as const;

export function RateDetail({ lane, rate, canQuote }: RateDetailProps) {
  const { origin, destination, equipment, date, analysis } = rate;
  const { basis, fuel } = analysis;
  const place = destinationText(destination);
  const ends = useMemo(
    () => ({
      origin: { name: origin.terminal, kind: origin.type, coordinates: origin.coordinates },
      destination: { name: place, kind: 'city' as const, coordinates: destination.coordinates },
    }),
    [origin, destination, place],
  );
  return (
    <article className="stack" aria-label={`Rate from ${origin.terminal} to ${place}`}>
      <div className="spread">
        <div>
          <h3 className="subtitle">
            <bdi>{origin.terminal}</bdi> <span aria-hidden="true">→</span>
            <span className="hidden-text">to</span> <bdi>{place}</bdi>
          </h3>
          <p className="note">
            {equipmentName(equipment)} · {dayText(date)} · {miles(analysis.distance)}
          </p>
        </div>
        {canQuote ? (
          <LinkButton
            to="/quotes/new"
            state={{ rate: { origin, destination, equipment, date }, lane } satisfies PricedLane}
          >
            Quote this
          </LinkButton>
        ) : null}
      </div>
      <div className="halves card">
        <div className="stack">
          <p className="total">{dollars(analysis.suggestedRate)}</p>
          <p className="note">Suggested rate, {dollars(analysis.ratePerMile)} per mile</p>
          <RangeBar rate={analysis.suggestedRate} min={analysis.rateRange.min} max={analysis.rateRange.max} />
        </div>
        <div>
          <p className="choices">
            Confidence <ConfidenceBadge score={analysis.confidenceScore} />
            {basis.source === 'simulated' ? <Tone color="yellow">Simulated market</Tone> : null}
          </p>
          <TextList texts={confidenceReasons({ ...basis, score: analysis.confidenceScore }, today())} />
        </div>
      </div>
      {analysis.warnings.length === 0 ? null : (
        <Notice tone="yellow" title="Check before you use this rate">
          <TextList texts={analysis.warnings} />
        </Notice>
      )}
      <div className="halves">
        <Panel title="What the rate consists of">
          <RatePartsBar rate={rate} />
        </Panel>
        <Panel
          title="Rate by week"
          note={
            analysis.forecast.entries.length === 0
              ? 'Past 13 weeks. There is no forecast without loads of a market level.'
              : 'Past 13 weeks and the next 4, with the middle 80% of what is expected.'
          }
        >
          <Suspense fallback={<Loading />}>
            <RateChart analysis={analysis} />
          </Suspense>
        </Panel>
        <Panel title="Route">
          <LaneMap origin={ends.origin} destination={ends.destination} route={rate.route} />
        </Panel>
        <Panel title="Market and fuel">
          <Facts
            facts={{
              Trend: TRENDS[analysis.trend],
              Activity: ACTIVITIES[analysis.activity],
              Basis: basis.source,
              'Newest data': dayText(basis.asOf),
              Diesel: `${fuelPrice(fuel.dieselPrice)} per gallon`,
              'Diesel region': fuel.dieselRegion,
              'Diesel price of': dayText(fuel.dieselDate),
              'Distance source': analysis.distanceSource,
              Model: basis.modelVersion,
            }}
          />
          {analysis.excluded.length === 0 ? null : (
            <>
              <h3 className="subtitle">Usual charges that the rate does not include</h3>
              <Amounts
                rows={analysis.excluded.map(({ title, amount, reason }) => ({
                  name: title,
                  amount: dollars(amount),
                  note: reason,
                }))}
              />
            </>
          )}
        </Panel>
        <LaneHistory lane={{ origin: origin.terminal, destination: place, equipment_type: equipment }} />
      </div>
    </article>
  );
}

function RatePartsBar({ rate: { analysis } }: { readonly rate: RateResult }) {
  const { linehaul, fuel, surcharges, total } = partsOf(analysis);
  const charged = analysis.surcharges.map(({ title, amount }) => `${title} ${dollars(amount)}`).join(', ');
  const parts = [
    { part: 'linehaul', name: 'Linehaul', usd: linehaul },
    {
      ...{ part: 'fuel', name: 'Fuel', usd: fuel },
      note: analysis.fuel.included ? undefined : `Fuel of ${dollars(analysis.fuel.amount)} is not included.`,
    },
    {
      ...{ part: 'surcharges', name: 'Surcharges', usd: surcharges },
      note: charged && `In addition to the suggested rate: ${charged}`,
    },
  ];
  let start = 0;
  return (
    <>
      <svg className={styles.parts} viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
        {parts.map(({ part, usd }) => {
          const width = total === 0 ? 0 : Math.max(0, (usd / total) * 100);
          const x = start;
          start += width;
          return <rect key={part} data-part={part} x={x} y="0" width={width} height="4" />;
        })}
      </svg>
      <Amounts
        rows={parts.map(({ usd, ...row }) => ({ ...row, amount: dollars(usd) }))}
        total={{
          name: surcharges === 0 ? 'Suggested rate' : 'Suggested rate and surcharges',
          amount: dollars(total),
        }}
      />
    </>
  );
}
