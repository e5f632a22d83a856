import * as v from 'valibot';
import type { DieselLookup } from '../../costs/diesel/diesel-lookup.ts';
import { isRoadEquipment } from '../../costs/equipment/equipment-type.ts';
import { type AcceptedLoad, acceptLoad, hashedLoadId } from '../../market/importing/load-intake.ts';
import { costLoad } from '../../market/importing/place-load.ts';
import { freightMarketOf } from '../../market/loads/freight-markets.ts';
import { organizationOwner } from '../../market/loads/load-owner.ts';
import { equipmentCharges } from '../../market/loads/load-residual.ts';
import { utcDay } from '../../platform/time/utc-day.ts';
import { type QuoteDetail, quoteDetail } from '../record/quote-document.ts';
import type { StoredQuote } from '../record/quote-store.ts';
import type { ConvertedQuote } from './converted-quote.ts';

const eventObject = v.looseObject({
  fscIncluded: v.boolean(),
  dieselPrice: v.number(),
  dieselRegion: v.string(),
});

const cents = (usd: number): number => Math.round(usd * 100);

/** Names of charges of the tariff that belong to the rate of a load. */
type EquipmentCharges = ReturnType<typeof equipmentCharges>;

export interface QuoteLoadPorts {
  /** The id of a terminal by its current or a former name; undefined if there is none. */
  readonly terminalId: (name: string) => Promise<string | undefined>;
}

/**
 * The load of a converted quote, on the day of its conversion: its terminal, its door and its price without accessorials
 * that depend on the request. Every call gives a load with the same id, week and freight market.
 * @returns the reason if the quote cannot be a load.
 */
export async function quoteLoad(
  { orgId, mode, quoteId }: ConvertedQuote,
  quote: StoredQuote & { readonly convertedAt: string },
  { terminalId }: QuoteLoadPorts,
): Promise<{ readonly accepted: AcceptedLoad } | { readonly fault: string }> {
  const detail = v.parse(quoteDetail, quote.detail);
  const { equipment_type: equipment, pricing, route } = detail;
  if (isRoadEquipment(equipment)) return { fault: `${equipment} is a trailer; the market has containers` };
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

/** The terminal at which a container begins or ends, and the other stop. */
function stopsOf({ route: { origin, destination }, terminals = [] }: QuoteDetail) {
  const isPriced = ({ name }: { readonly name: string }) => terminals.some((priced) => priced.name === name);
  if (isPriced(origin)) return { terminal: origin, door: destination };
  return isPriced(destination) ? { terminal: destination, door: origin } : undefined;
}

/** Reported rates include the charges of the equipment, which a quote has among its accessorials. */
const rateCents = (
  { base_rate, accessorial_charges }: QuoteDetail['pricing'],
  charges: EquipmentCharges,
): number => charges.reduce((sum, { name }) => sum + cents(accessorial_charges[name] ?? 0), cents(base_rate));
