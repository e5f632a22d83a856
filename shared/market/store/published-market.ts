import * as v from 'valibot';
import { PORT_FACTS } from '../../terminals/catalogue/port-facts.ts';
import { loadsBetween, type MarketCell } from '../cells/market-cell.ts';
import { isRoadMarket, placeOfMarket } from '../loads/freight-markets.ts';
import { isOrganization, type LoadOwner } from '../loads/load-owner.ts';
import { type MarketFit, UNFITTED } from '../model/market-fit.ts';

const version = v.pipe(v.number(), v.integer(), v.minValue(1));
/** Levels in hundredths of a percent: whole numbers take half the space. */
const LEVEL_UNIT = 10_000;
const stored = (level: number): number => Math.round(level * LEVEL_UNIT);
const levels = v.pipe(
  v.array(v.pipe(v.number(), v.integer())),
  v.transform((all) => all.map((level) => level / LEVEL_UNIT)),
);
const level = v.pipe(
  v.number(),
  v.transform((one) => one / LEVEL_UNIT),
);

/** A fit of all loads, with the disclosed freight markets; it is empty if there are none. */
const fit = v.object({
  nation: levels,
  slope: level,
  byKind: levels,
  scatter: level,
  betweenLanes: level,
  freightMarkets: v.record(v.string(), v.object({ byWeek: levels, byStep: levels })),
});
type SummaryFit = v.InferOutput<typeof fit>;

export const marketSummarySchema = v.object({
  /** Increases by one with each publication. */
  version,
  /** Week of the publication, by `weekNumber`. */
  week: v.number(),
  /** Freight markets that have a cell, and how often their weeks had been cleared: see `clearCounts`. */
  regions: v.array(v.string()),
  stamps: v.array(v.number()),
  /** The fit of all loads, with the disclosed freight markets; it is empty if there are none. */
  fit,
  /** The same of trailers. */
  roadFit: fit,
  /** Owners whose loads are in the market, except the operator. */
  shared: v.array(v.string()),
  /** Owners that have ever imported loads, except the operator. */
  owners: v.array(v.string()),
});

/** What every function needs of the market in addition to cells. */
export type MarketSummary = v.InferOutput<typeof marketSummarySchema>;

export const storedSummary = (summary: MarketSummary): v.InferInput<typeof marketSummarySchema> => ({
  ...summary,
  fit: storedFit(summary.fit),
  roadFit: storedFit(summary.roadFit),
});

const storedFit = (fit: SummaryFit): SummaryFit => ({
  nation: fit.nation.map(stored),
  slope: stored(fit.slope),
  byKind: fit.byKind.map(stored),
  scatter: stored(fit.scatter),
  betweenLanes: stored(fit.betweenLanes),
  freightMarkets: Object.fromEntries(
    Object.entries(fit.freightMarkets).map(([name, { byWeek, byStep }]) => [
      name,
      { byWeek: byWeek.map(stored), byStep: byStep.map(stored) },
    ]),
  ),
});

/** A fit as a summary has it, with the freight markets that all callers may see. */
export const fitOfSummary = (fit: MarketFit, isDisclosed: (freightMarket: string) => boolean): SummaryFit => {
  const { nation, slope, byKind, scatter, betweenLanes, freightMarkets } = fit;
  return {
    nation: [...nation],
    slope,
    byKind: [...byKind],
    scatter,
    betweenLanes,
    freightMarkets: Object.fromEntries(
      [...freightMarkets].flatMap(([name, { byWeek, byStep }]) =>
        isDisclosed(name) ? [[name, { byWeek: [...byWeek], byStep: [...byStep] }]] : [],
      ),
    ),
  };
};

/** The freight markets whose loads all callers see. */
const disclosedFreightMarkets = ({ fit, roadFit }: MarketSummary): readonly string[] =>
  [fit, roadFit].flatMap(({ freightMarkets }) => Object.keys(freightMarkets));

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
  const disclosed = disclosedFreightMarkets(summary);
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

/** Freight markets and the UN/LOCODEs of their container ports. */
const PORTS: Readonly<Record<string, readonly string[]>> = {
  'los-angeles': ['USLAX', 'USLGB', 'USNTD'],
  'new-york': ['USNYC'],
  savannah: ['USSAV'],
  houston: ['USHOU', 'USFPO'],
  norfolk: ['USORF'],
  seattle: ['USSEA', 'USTIW'],
  charleston: ['USCHS'],
  oakland: ['USOAK'],
  miami: ['USMIA', 'USPEF', 'USPAB'],
  jacksonville: ['USJAX'],
  baltimore: ['USBAL'],
  philadelphia: ['USPHL', 'USILG'],
  'new-orleans': ['USMSY', 'USGPT'],
  mobile: ['USMOB'],
  boston: ['USBOS'],
  'wilmington-nc': ['USILM'],
  tampa: ['USTPA', 'USPME'],
  'san-diego': ['USSAN'],
  portland: ['USPDX'],
  orlando: ['USPCV'],
  'portland-me': ['USPWM'],
  anchorage: ['USANC'],
  honolulu: ['USHNL'],
  'san-juan': ['PRSJU'],
  guam: ['GUGUM'],
};

const TEU = new Map(PORT_FACTS.map(({ locode, teu }) => [locode, teu]));

/** Published throughput of freight markets with container ports, in twenty-foot units a year. */
const MARKET_TEU: ReadonlyMap<string, number> = new Map(
  Object.entries(PORTS).map(([market, ports]) => [
    market,
    // Ports of an alliance publish one figure.
    [...new Set(ports.map((port) => TEU.get(port) ?? 0))].reduce((sum, teu) => sum + teu, 0),
  ]),
);

/** The published market: the same for all lanes and callers. */
export interface PublishedMarket {
  /** Of the summary; 0 before the first publication. */
  readonly version: number;
  /** Cells of freight markets by name. */
  readonly freightMarkets: ReadonlyMap<string, MarketCell>;
  /** Of containers, and of trailers. */
  readonly fit: MarketFit;
  readonly roadFit: MarketFit;
  /** Whether the market has loads that all callers may see. */
  readonly open: boolean;
  /** Whether simulated loads are in the market. */
  readonly simulated: boolean;
  /** Whether an owner has ever imported loads, so that it may have cells of its own. */
  hasOwner(owner: LoadOwner): boolean;
  /** Whether an owner's loads are in the market's cells. */
  isPooled(owner: LoadOwner): boolean;
  /** Of freight markets with disclosed loads. */
  readonly activities: ReadonlyMap<string, Activity>;
}

export type Activity = 'low' | 'medium' | 'high';

interface MarketParts
  extends Pick<PublishedMarket, 'version' | 'freightMarkets' | 'fit' | 'roadFit' | 'open'> {
  readonly shared: ReadonlySet<string>;
  readonly owners: ReadonlySet<string>;
}

/** The market of a stored summary; closed if no freight market is disclosed. */
export function publishedMarket(
  { version, fit, roadFit, week, shared, owners }: MarketSummary,
  freightMarkets: ReadonlyMap<string, MarketCell>,
): PublishedMarket {
  const read = (one: MarketSummary['fit']): MarketFit => {
    const disclosed = new Map(Object.entries(one.freightMarkets));
    return disclosed.size > 0 ? { ...one, week, freightMarkets: disclosed } : UNFITTED;
  };
  const fits = { fit: read(fit), roadFit: read(roadFit) };
  const open = Object.values(fits).some((one) => one !== UNFITTED);
  return createPublishedMarket({
    version,
    ...fits,
    freightMarkets: open ? freightMarkets : new Map(),
    open,
    shared: new Set(shared),
    owners: new Set(owners),
  });
}

function createPublishedMarket({ shared, owners, ...known }: MarketParts): PublishedMarket {
  return {
    ...known,
    simulated: shared.has('simulated'),
    hasOwner: (owner) => owners.has(owner),
    isPooled: (owner) => shared.has(owner),
    activities: new Map(
      [known.fit, known.roadFit].flatMap((fit) => [...activitiesOf(known.freightMarkets, fit)]),
    ),
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

const BY_THROUGHPUT = thirds(MARKET_TEU);

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
  published?.activities.get(freightMarket) ?? BY_THROUGHPUT.get(placeOfMarket(freightMarket)) ?? 'low';

/** The market before the first import. */
export const NO_MARKET: PublishedMarket = createPublishedMarket({
  version: 0,
  fit: UNFITTED,
  roadFit: UNFITTED,
  freightMarkets: new Map(),
  open: false,
  shared: new Set(),
  owners: new Set(),
});
