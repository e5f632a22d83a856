import { dieselFor } from '../../shared/costs/diesel/diesel-lookup.ts';
import { costOfRoadMove } from '../../shared/costs/model/road-cost-model.ts';
import { BUNDLED_RATES, middleUsd, type PublishedRate } from '../../shared/costs/trailers/published-rates.ts';
import { type ShippingLane, shippingLane } from '../../shared/costs/trailers/shipping-places.ts';
import { trailerMarkets, trailerRange } from '../../shared/costs/trailers/trailer-market.ts';
import { readWith } from '../freight/files.ts';
import { readPublishedFile } from '../freight/published-rates-file.ts';

/** A published rate and its predictions, as fractions of it less 1. */
interface Scored {
  readonly destination: string;
  readonly error: number;
  readonly isCovered: boolean;
  /** Of the baselines; `lastWeek` is undefined for a lane that was not published before. */
  readonly laneMean: number;
  readonly lastWeek: number | undefined;
}

const laneOf = ({ district, destination }: PublishedRate): string => `${district}|${destination}`;

/** Cents of a refrigerated load at a factor on its cost. */
function centsAt({ origin, miles }: ShippingLane, day: string, factor: number): number {
  const { pricePerGallon: dieselPrice } = dieselFor(origin.state, day);
  const cost = costOfRoadMove({ equipment: 'reefer', miles, dieselPrice, factor });
  return cost.linehaulCents + cost.fuelCents;
}

/** Rates of a lane that weigh as much as the mean of all lanes. */
const SHRINKAGE = 1;

/** The baselines: the lane's mean over cost, shrunk to the mean of all lanes; and the lane's last earlier rate. */
function baselinesOf(known: readonly PublishedRate[]) {
  const overCost = known.flatMap((rate) => {
    const lane = shippingLane(rate.district, rate.destination);
    const cents = middleUsd(rate) * 100;
    return lane === undefined
      ? []
      : [{ rate, lane: laneOf(rate), over: cents / centsAt(lane, rate.date, 1) }];
  });
  const sumOf = (some: typeof overCost) => some.reduce((sum, { over }) => sum + over, 0);
  const mean = sumOf(overCost) / overCost.length;
  return (rate: PublishedRate, lane: ShippingLane) => {
    const own = overCost.filter((one) => one.lane === laneOf(rate));
    const last = own.filter((one) => one.rate.date < rate.date).at(-1);
    return {
      laneMean: centsAt(lane, rate.date, (sumOf(own) + SHRINKAGE * mean) / (own.length + SHRINKAGE)),
      lastWeek: last && middleUsd(last.rate) * 100,
    };
  };
}

/**
 * Predicts published rates of refrigerated trucks on the day of their report, from other rates only.
 * @param known the rates that predictions know, oldest report first.
 */
function scorePublished(rates: readonly PublishedRate[], known: readonly PublishedRate[]): readonly Scored[] {
  const markets = trailerMarkets(known, dieselFor);
  const baselines = baselinesOf(known);
  return rates.flatMap((rate): readonly Scored[] => {
    const lane = shippingLane(rate.district, rate.destination);
    if (lane === undefined) return [];
    const { factor, error } = markets({ ...lane, day: rate.date }, 'reefer');
    const cents = centsAt(lane, rate.date, factor);
    const middleCents = middleUsd(rate) * 100;
    const { minCents, maxCents } = trailerRange(cents, error);
    const { laneMean, lastWeek } = baselines(rate, lane);
    return [
      {
        destination: rate.destination,
        error: cents / middleCents - 1,
        isCovered: minCents <= middleCents && middleCents <= maxCents,
        laneMean: laneMean / middleCents - 1,
        lastWeek: lastWeek && lastWeek / middleCents - 1,
      },
    ];
  });
}

const meanOf = (scored: readonly Scored[], value: (one: Scored) => number): number =>
  scored.reduce((sum, one) => sum + value(one), 0) / Math.max(1, scored.length);

const errorsOf = (scored: readonly Scored[]) => ({
  n: scored.length,
  mape: meanOf(scored, ({ error }) => Math.abs(error)),
  bias: meanOf(scored, ({ error }) => error),
  coverage: meanOf(scored, ({ isCovered }) => Number(isCovered)),
});

const withBaselines = (scored: readonly Scored[]) => ({
  ...errorsOf(scored),
  laneMean: meanOf(scored, ({ laneMean }) => Math.abs(laneMean)),
  lastWeek: meanOf(scored, ({ lastWeek = Number.NaN }) => Math.abs(lastWeek)),
});

const LANES = [...new Set(BUNDLED_RATES.map(laneOf))];

/** Parts of the bundled rates, each of which is predicted from all others. */
const PARTS = {
  lanes: (rate: PublishedRate) => String(LANES.indexOf(laneOf(rate)) % 10),
  weeks: ({ date }: PublishedRate) => date,
  districts: ({ district }: PublishedRate) => district,
} as const;

/** Errors on parts of the bundled rates that the prediction did not know. */
export const heldOut = (part: keyof typeof PARTS) => scoresOf(heldOutRates(part));

const heldOutRates = (part: keyof typeof PARTS): readonly Scored[] =>
  [...Map.groupBy(BUNDLED_RATES, PARTS[part]).values()].flatMap((own) =>
    scorePublished(
      own,
      BUNDLED_RATES.filter((rate) => !own.includes(rate)),
    ),
  );

const scoresOf = (scored: readonly Scored[]) => ({
  all: withBaselines(scored),
  'lane seen': withBaselines(scored.filter(({ lastWeek }) => lastWeek !== undefined)),
  'lane not seen': withBaselines(scored.filter(({ lastWeek }) => lastWeek === undefined)),
});

/** The rates of a file that can be scored; others are reported as errors of the console. */
async function ratesOf(path: string): Promise<readonly PublishedRate[]> {
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
  return rates.filter(({ row }) => !wrong.some((one) => one.row === row));
}

/** Errors on the rates of a file as fractions of the middle of each, predicted from the bundled rates only. */
export async function fileScores(path: string) {
  const scored = scorePublished(await ratesOf(path), BUNDLED_RATES);
  const byDestination = [...Map.groupBy(scored, ({ destination }) => destination)];
  return {
    table: { file: scoresOf(scored) },
    json: {
      ...errorsOf(scored),
      byDestination: Object.fromEntries(byDestination.map(([name, own]) => [name, errorsOf(own)])),
    },
  };
}

/** Errors on parts of the bundled rates, by whether their lane was published before. */
export const heldOutScores = () => ({
  lanes: heldOut('lanes'),
  weeks: heldOut('weeks'),
  districts: heldOut('districts'),
});
