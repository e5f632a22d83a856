import * as v from 'valibot';
import { loadsBetween, type MarketCell } from '../cells/market-cell.ts';
import { isRoadMarket, placeOfMarket } from '../loads/freight-markets.ts';
import { isOrganization, type LoadOwner } from '../loads/load-owner.ts';
import { type MarketFit, UNFITTED } from '../model/market-fit.ts';

const storedMarketSummary = v.object({
  /** Increases by one with each publication. */
  version: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** Week of the publication, by `weekNumber`. */
  week: v.number(),
  /** Freight markets that have a cell. */
  regions: v.array(v.string()),
  /** The fits of containers and trailers as JSON. */
  fits: v.string(),
  /** Owners whose loads are in the market, except the operator. */
  shared: v.array(v.string()),
  /** Owners that have ever imported loads, except the operator. */
  owners: v.array(v.string()),
});
type StoredSummary = v.InferInput<typeof storedMarketSummary>;

/** What every function needs of the market in addition to cells. */
export interface MarketSummary extends Omit<StoredSummary, 'fits'> {
  /** The fit of the containers of all loads, with the disclosed freight markets. */
  readonly fit: MarketFit;
  /** The same of trailers. */
  readonly roadFit: MarketFit;
}

/** @throws ValiError if an item is not a summary. */
export function readSummary(item: unknown): MarketSummary {
  const { fits, ...summary } = v.parse(storedMarketSummary, item);
  const [fit, roadFit] = JSON.parse(fits, (name, value) =>
    name === 'freightMarkets' ? new Map(value) : value,
  ) as [MarketFit, MarketFit];
  return { ...summary, fit, roadFit };
}

/** Levels have four decimals, hundredths of a percent, so that the item is small. */
export function storedSummary({ fit, roadFit, ...summary }: MarketSummary): StoredSummary {
  const fits = JSON.stringify([fit, roadFit], (_, value) => {
    if (value instanceof Map) return [...value];
    return typeof value === 'number' ? Number(value.toFixed(4)) : value;
  });
  return { ...summary, fits };
}

const MAX_NAMED = 5;

/**
 * A note for the owner of loads if their market has too few contributors, so that they do not change rates of
 * others.
 * Undefined if there are enough contributors, or if the loads are not shared: the owner's own rates always use
 * them.
 * @param freightMarkets of those loads. The note names no others: the summary also has those of private loads.
 * @param summary the published one, which includes those loads.
 */
export function contributorNote(
  owner: LoadOwner,
  freightMarkets: readonly string[],
  summary: MarketSummary | undefined,
): string | undefined {
  if (summary === undefined || freightMarkets.length === 0) return undefined;
  if (isOrganization(owner) && !summary.shared.includes(owner)) return undefined;
  const disclosed = [summary.fit, summary.roadFit].flatMap(({ freightMarkets }) => [
    ...freightMarkets.keys(),
  ]);
  const ascending = freightMarkets.toSorted();
  if (disclosed.length === 0) {
    return `No week of the market (${named(ascending)}) has loads of three contributors, so other organizations do not see it yet. Name the contributor of each load in the column contributor.`;
  }
  const undisclosed = ascending.filter((freightMarket) => !disclosed.includes(freightMarket));
  if (undisclosed.length === 0) return undefined;
  return `No week of the market of ${named(undisclosed)} has loads of three contributors, so rates there follow the nation.`;
}

function named(freightMarkets: readonly string[]): string {
  const more = freightMarkets.length - MAX_NAMED;
  return `${freightMarkets.slice(0, MAX_NAMED).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

export type Activity = 'low' | 'medium' | 'high';

/**
 * Freight markets by the published throughput of their container ports, in twenty-foot units a year (`PORTS`): the
 * upper and the middle third of 25. All others are low.
 */
const THROUGHPUT: Readonly<Record<string, Activity>> = Object.fromEntries([
  ...['los-angeles', 'new-york', 'savannah', 'houston', 'norfolk', 'seattle', 'charleston', 'oakland'].map(
    (name) => [name, 'high'],
  ),
  ...[
    'miami',
    'jacksonville',
    'baltimore',
    'philadelphia',
    'new-orleans',
    'mobile',
    'honolulu',
    'san-juan',
  ].map((name) => [name, 'medium']),
]);

/** The published market: the same for all lanes and callers. */
export type PublishedMarket = ReturnType<typeof publishedMarket>;

/**
 * The market of a summary; closed if no freight market is disclosed.
 * @param cells of freight markets by name.
 */
export function publishedMarket(
  { version, shared, owners, ...summary }: MarketSummary,
  cells: ReadonlyMap<string, MarketCell>,
) {
  const isDisclosed = ({ freightMarkets }: MarketFit): boolean => freightMarkets.size > 0;
  const fit = isDisclosed(summary.fit) ? summary.fit : UNFITTED;
  const roadFit = isDisclosed(summary.roadFit) ? summary.roadFit : UNFITTED;
  /** Whether the market has loads that all callers may see. */
  const open = isDisclosed(fit) || isDisclosed(roadFit);
  const freightMarkets = open ? cells : new Map<string, MarketCell>();
  return {
    version,
    fit,
    roadFit,
    open,
    freightMarkets,
    /** Whether simulated loads are in the market. */
    simulated: shared.includes('simulated'),
    /** Whether an owner has ever imported loads, so that it may have cells of its own. */
    hasOwner: (owner: LoadOwner): boolean => owners.includes(owner),
    /** Whether an owner's loads are in the market's cells. */
    isPooled: (owner: LoadOwner): boolean => shared.includes(owner),
    /** Of freight markets with disclosed loads. */
    activities: new Map([fit, roadFit].flatMap((one) => [...activitiesOf(freightMarkets, one)])),
  };
}

/** Weeks whose loads are compared. */
const ACTIVITY_WEEKS = 8;

/** Thirds of freight markets, by the amount of each; one with an amount of 0 is in the lowest. */
function thirds(amounts: ReadonlyMap<string, number>): ReadonlyMap<string, Activity> {
  const ascending = [...amounts].sort(([a, one], [b, other]) => one - other || (a < b ? -1 : 1));
  return new Map(
    ascending.map(([name, amount], position) => {
      const third = amount === 0 ? 0 : Math.floor((3 * position) / ascending.length);
      return [name, third === 0 ? 'low' : third === 1 ? 'medium' : 'high'];
    }),
  );
}

/** Activity by the loads of the last weeks in each disclosed freight market. */
function activitiesOf(freightMarkets: ReadonlyMap<string, MarketCell>, fit: MarketFit) {
  const span = { from: fit.week - ACTIVITY_WEEKS + 1, to: fit.week };
  return thirds(
    new Map(
      [...fit.freightMarkets.keys()].map((name) => [name, loadsBetween(freightMarkets.get(name), span)]),
    ),
  );
}

/** The fit of a lane's market: of containers or of trailers. */
export const fitOf = (
  { fit, roadFit }: Pick<PublishedMarket, 'fit' | 'roadFit'>,
  freightMarket: string,
): MarketFit => (isRoadMarket(freightMarket) ? roadFit : fit);

/** How busy a freight market is: by its loads against those of all markets, or by published throughput without loads. */
export const marketActivity = (published: PublishedMarket | undefined, freightMarket: string): Activity =>
  published?.activities.get(freightMarket) ?? THROUGHPUT[placeOfMarket(freightMarket)] ?? 'low';

/** The market before the first import. */
export const NO_MARKET = publishedMarket(
  { version: 0, week: 0, regions: [], fit: UNFITTED, roadFit: UNFITTED, shared: [], owners: [] },
  new Map(),
);
