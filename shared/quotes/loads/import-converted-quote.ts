import * as v from 'valibot';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import { isRoadEquipment } from '../../costs/equipment/equipment-type.ts';
import { wageUsdAt } from '../../costs/model/truck-operating-cost.ts';
import { type Imported, importLoads, TooManyLoadsError } from '../../market/importing/import-loads.ts';
import { type AcceptedLoad, acceptLoad, costLoad, hashedLoadId } from '../../market/importing/place-load.ts';
import { mustPublish, publishMarket } from '../../market/importing/publish-market.ts';
import { registerOwner } from '../../market/importing/share-loads.ts';
import { freightMarketOf } from '../../market/loads/freight-markets.ts';
import { organizationOwner, type ReportingOwner } from '../../market/loads/load-owner.ts';
import { equipmentCharges } from '../../market/loads/market-lane.ts';
import type { MarketStore } from '../../market/store/dynamodb-market-store.ts';
import type { Account } from '../../platform/account/account.ts';
import { utcDay, weekNumber } from '../../platform/time/utc-calendar.ts';
import { type OwnerPorts, ownerFault } from '../../uploads/waiting-imports.ts';
import { type QuoteDetail, quoteDetail } from '../record/quote-document.ts';
import type { StoredQuote } from '../record/stored-quote.ts';
import type { QuoteReader } from '../store/dynamodb-quote-items.ts';
import type { StrategyStore } from '../strategy/dynamodb-strategies.ts';
import { type StrategyVersion, UNSET_STRATEGY } from '../strategy/pricing-strategy.ts';
import { type ConvertedQuote, convertedQuoteMessage } from './converted-quote.ts';

/** Versions that a query reads: strategies seldom change between a moment and its processing. */
const VERSIONS_AT_ONCE = 4;

/**
 * The version that was current at a moment. Unlike the current version, it does not depend on when it is read.
 * @param moment ISO 8601 UTC, with milliseconds.
 */
export async function strategyAt(
  { page }: Pick<StrategyStore, 'page'>,
  { orgId, mode }: Account,
  moment: string,
): Promise<StrategyVersion> {
  let before: number | undefined;
  for (;;) {
    const versions = await page(orgId, mode, VERSIONS_AT_ONCE, before);
    const found = versions.find(({ updatedAt }) => updatedAt <= moment);
    if (found !== undefined) return found;
    before = versions.at(-1)?.version;
    if (before === undefined) return UNSET_STRATEGY;
  }
}

const eventObject = v.looseObject({
  fscIncluded: v.boolean(),
  dieselPrice: v.number(),
  dieselRegion: v.string(),
});

const cents = (usd: number): number => Math.round(usd * 100);

type EquipmentCharges = ReturnType<typeof equipmentCharges>;

interface QuoteLoadPorts {
  /** The id of a terminal by its current or a former name; undefined if there is none. */
  readonly terminalId: (name: string) => Promise<string | undefined>;
}

/**
 * The load of a converted quote, on the day of its conversion: its terminal, its door and its price without accessorials
 * that depend on the request. Every call gives a load with the same id, week and freight market.
 * @returns the reason if the quote cannot be a load.
 */
async function quoteLoad(
  { orgId, mode, quoteId }: ConvertedQuote,
  quote: StoredQuote & { readonly convertedAt: string },
  { terminalId }: QuoteLoadPorts,
): Promise<{ readonly accepted: AcceptedLoad } | { readonly fault: string }> {
  const detail = v.parse(quoteDetail, quote.detail);
  const { equipment_type: equipment, pricing, route } = detail;
  if (isRoadEquipment(equipment)) return { fault: `${equipment} is a trailer; the market has containers` };
  if (detail.stops.length > 0) return { fault: 'the quote has stops between its ends' };
  const stops = stopsOf(detail);
  if (stops === undefined) return { fault: 'the quote has no terminal' };
  const { terminal, door } = stops;
  if (terminal.type === 'city') return { fault: 'the quote has no terminal' };
  const [latitude, longitude] = terminal.coordinates;
  const owner = organizationOwner(orgId, mode);
  const { fscIncluded, dieselPrice, dieselRegion } = v.parse(eventObject, quote.event);
  // The price contains fuel at the diesel price of the quote, not at that of the conversion's week and the terminal.
  const quotedDiesel: DieselLookup = (_, week) => ({
    pricePerGallon: dieselPrice,
    region: dieselRegion,
    week,
  });
  const load = {
    terminal: await terminalId(terminal.name),
    terminalType: terminal.type,
    originState: terminal.state,
    wage: wageUsdAt({ latitude, longitude, state: terminal.state }),
    freightMarket: freightMarketOf({ latitude, longitude }),
    destinationState: door.state,
    zip3: door.zip.slice(0, 3),
    miles: route.distance,
    day: utcDay(new Date(quote.convertedAt)),
    equipment,
    rateCents: rateCents(pricing, equipmentCharges(equipment)),
    fuelIncluded: fscIncluded,
    contributor: owner,
  };
  const costed = costLoad(load, quotedDiesel);
  if ('fault' in costed) return costed;
  return { accepted: acceptLoad(costed.placed, hashedLoadId(['quote', quoteId]), owner) };
}

function stopsOf({ route: { origin, destination }, terminals }: QuoteDetail) {
  const isPriced = ({ name }: { readonly name: string }) => terminals.some((priced) => priced.name === name);
  if (isPriced(origin)) return { terminal: origin, door: destination };
  return isPriced(destination) ? { terminal: destination, door: origin } : undefined;
}

/**
 * Reported rates include the charges of the equipment, which a quote has among its accessorials. The tolls are subtracted,
 * because a stored quote does not have the way that they depend on.
 */
const rateCents = (
  { base_rate, tolls, accessorial_charges }: QuoteDetail['pricing'],
  charges: EquipmentCharges,
): number =>
  charges.reduce(
    (sum, { name }) => sum + cents(accessorial_charges[name] ?? 0),
    cents(base_rate) - cents(tolls?.amount ?? 0),
  );

export interface ImportConvertedQuotePorts extends OwnerPorts, QuoteLoadPorts {
  readonly now: () => Date;
  readonly store: MarketStore;
  readonly quotes: QuoteReader;
  readonly strategies: Pick<StrategyStore, 'page'>;
}

/**
 * `load`: the load is in the market. `off`: the organization does not take converted quotes. `no-load`: this quote
 * cannot be a load. `waiting`: its organization is suspended; `resumeImports` starts another run.
 */
export type ConvertedQuoteOutcome =
  | { readonly outcome: 'load'; readonly imported: Imported }
  | { readonly outcome: 'off' | 'waiting' }
  | { readonly outcome: 'no-load'; readonly reason: string };

/**
 * Imports the load of a converted quote, if the strategy at its conversion has the setting. Each step is safe to repeat,
 * and the same quote is always the same load: a run that was killed, or a second message, changes nothing that is complete.
 */
export async function importConvertedQuote(
  ports: ImportConvertedQuotePorts,
  converted: ConvertedQuote,
): Promise<ConvertedQuoteOutcome> {
  const { orgId, mode, quoteId } = converted;
  const quote = await ports.quotes.read(converted, quoteId);
  const convertedAt = quote?.convertedAt;
  if (quote === undefined || convertedAt === undefined) {
    return { outcome: 'no-load', reason: quote ? 'the quote is not converted' : 'the quote was deleted' };
  }
  const strategy = await strategyAt(ports.strategies, converted, convertedAt);
  if (!strategy.convertedQuotesAsLoads) return { outcome: 'off' };
  const owner = organizationOwner(orgId, mode);
  const fault = await ownerFault(ports, { orgId, mode }, convertedQuoteMessage(converted));
  if (fault !== undefined)
    return fault.waits ? { outcome: 'waiting' } : { outcome: 'no-load', reason: fault.reason };
  const load = await quoteLoad(converted, { ...quote, convertedAt }, ports);
  if ('fault' in load) return { outcome: 'no-load', reason: load.fault };
  await registerOwner(ports.store, owner);
  return importLoad(ports, owner, load.accepted);
}

async function importLoad(
  { store, now }: ImportConvertedQuotePorts,
  owner: ReportingOwner,
  { freightMarket, week, load }: AcceptedLoad,
): Promise<ConvertedQuoteOutcome> {
  const thisWeek = weekNumber(utcDay(now()));
  const loads = { freightMarket, weeks: new Map([[week, new Map([[load.id, load]])]]) };
  try {
    const imported = await importLoads(store, owner, loads, thisWeek);
    if (await mustPublish(store, owner)) await publishMarket(store, thisWeek);
    return { outcome: 'load', imported };
  } catch (error) {
    if (!(error instanceof TooManyLoadsError)) throw error;
    return { outcome: 'no-load', reason: error.message };
  }
}
