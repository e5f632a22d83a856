import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { costOfRoadMove } from '../../shared/costs/model/road-cost-model.ts';
import { BUNDLED_RATES, middleUsd, type PublishedRate } from '../../shared/costs/trailers/published-rates.ts';
import { shippingLane } from '../../shared/costs/trailers/shipping-places.ts';
import { trailerMarkets, trailerRange } from '../../shared/costs/trailers/trailer-market.ts';
import { readWith } from '../freight/files.ts';
import { readPublishedFile } from '../freight/published-rates-file.ts';

/** Errors of predictions as fractions of the published rates. */
export interface PublishedErrors {
  readonly n: number;
  readonly mape: number;
  readonly bias: number;
  /** Part of the rates within the range of 80%. */
  readonly coverage: number;
}

export interface PublishedReport extends PublishedErrors {
  readonly byDestination: Readonly<Record<string, PublishedErrors>>;
}

interface Scored {
  readonly destination: string;
  readonly error: number;
  readonly isCovered: boolean;
}

/**
 * Predicts published rates of refrigerated trucks on the day of their report, from other rates only.
 * @param known the rates that the prediction knows.
 */
export function scorePublished(
  rates: readonly PublishedRate[],
  known: readonly PublishedRate[] = BUNDLED_RATES,
): PublishedReport {
  const markets = trailerMarkets(known, dieselFor);
  const scored = rates.flatMap((rate): readonly Scored[] => {
    const lane = shippingLane(rate.district, rate.destination);
    if (lane === undefined) return [];
    const { factor, error } = markets({ ...lane, day: rate.date }, 'reefer');
    const { pricePerGallon: dieselPrice } = dieselFor(lane.origin.state, rate.date);
    const cost = costOfRoadMove({ equipment: 'reefer', miles: lane.miles, dieselPrice, factor });
    const cents = cost.linehaulCents + cost.fuelCents;
    const middleCents = middleUsd(rate) * 100;
    const { minCents, maxCents } = trailerRange(cents, error);
    return [
      {
        destination: rate.destination,
        error: cents / middleCents - 1,
        isCovered: minCents <= middleCents && middleCents <= maxCents,
      },
    ];
  });
  const byDestination = Map.groupBy(scored, ({ destination }) => destination);
  return {
    ...errorsOf(scored),
    byDestination: Object.fromEntries([...byDestination].map(([name, own]) => [name, errorsOf(own)])),
  };
}

function errorsOf(scored: readonly Scored[]): PublishedErrors {
  const mean = (value: (one: Scored) => number) =>
    scored.length === 0 ? 0 : scored.reduce((sum, one) => sum + value(one), 0) / scored.length;
  return {
    n: scored.length,
    mape: mean(({ error }) => Math.abs(error)),
    bias: mean(({ error }) => error),
    coverage: mean(({ isCovered }) => Number(isCovered)),
  };
}

/** Scores a file of published rates. Rows that cannot be used are reported as errors of the console. */
export async function publishedReport(path: string): Promise<PublishedReport> {
  const { rates, faults } = await readWith(path, readPublishedFile);
  const wrong = [
    ...faults,
    ...rates.flatMap(({ row, district, destination, lowUsd, highUsd }) => {
      if (!(lowUsd > 0 && highUsd >= lowUsd))
        return [{ row, fault: `${lowUsd} to ${highUsd} is not a rate` }];
      if (shippingLane(district, destination)) return [];
      return [{ row, fault: `no place is known for the lane ${district} to ${destination}` }];
    }),
  ];
  for (const { row, fault } of wrong) console.error(`row ${row}: ${fault}`);
  if (wrong.length > 0) console.error(`${wrong.length} rows were left out.`);
  return scorePublished(rates.filter(({ row }) => !wrong.some((one) => one.row === row)));
}

const percent = (part: number): string => `${(part * 100).toFixed(1)}%`;

/** The report as a table. */
export const publishedText = ({ byDestination, ...all }: PublishedReport): string =>
  Object.entries({ all, ...byDestination })
    .map(
      ([name, { n, mape, bias, coverage }]) =>
        `${name.padEnd(14)} ${String(n).padStart(5)} rates  error ${percent(mape)}  bias ${percent(bias)}  80% range covers ${percent(coverage)}`,
    )
    .join('\n');
