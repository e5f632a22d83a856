import { PORT_FACTS } from '../../terminals/catalogue/port-facts.ts';
import { loadsBetween, type MarketCell } from '../cells/market-cell.ts';
import { isRoadMarket, placeOfMarket } from '../loads/freight-markets.ts';
import type { LoadOwner } from '../loads/load-owner.ts';
import { type MarketFit, UNFITTED } from '../model/market-fit.ts';
import type { MarketSummary } from '../store/market-summary.ts';

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
