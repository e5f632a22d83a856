import { equipmentLabel } from '../../costs/equipment/equipment-type.ts';
import { type ReadQuote, restsOnSimulation } from '../record/quote-document.ts';

/** A label and its text. */
export interface SheetFact {
  readonly label: string;
  readonly value: string;
}

/** A charge that is not included in the total, as texts. */
export interface PossibleCharge {
  readonly title: string;
  /** Amount and unit: `$45.00 per day`. */
  readonly rate: string;
  /** Amount of the usual quantity. */
  readonly amount: string;
}

/** A charge that can arise after the move, as texts. */
export interface LaterCharge {
  readonly title: string;
  /** Amount, unit and free time: `$80.00 per hour after 2 free`. */
  readonly rate: string;
  readonly applies: string;
}

/** What a customer may see of a quote, as texts that are not escaped. */
export interface QuoteSheet {
  readonly quoteId: string;
  readonly title: string;
  /** Name of the organization. */
  readonly sender: string;
  /** What the customer has to know before the price: simulated loads, and a status other than active. */
  readonly notices: readonly string[];
  readonly facts: readonly SheetFact[];
  /** Amounts that the total is the sum of. */
  readonly charges: readonly SheetFact[];
  readonly total: string;
  readonly possibleCharges: readonly PossibleCharge[];
  readonly laterCharges: readonly LaterCharge[];
  /** Terms of the organization, with line feeds; absent: none. */
  readonly terms?: string;
  readonly createdAt: Date;
}

/** The organization that sends a sheet. */
export interface SheetSender {
  readonly name: string;
  /** "" for none. */
  readonly terms: string;
}

const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const MILES = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const VOLUME = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const SIMULATED = 'This quote was made with simulated loads. It is an example and not an offer.';

const dayText = (day: string): string => DAY.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
/** `November 30, 2026, 23:59 UTC`. @param moment ISO 8601, UTC. */
const momentText = (moment: string): string => `${dayText(moment)}, ${moment.slice(11, 16)} UTC`;

/** The customer's view of a quote. It names each field that it shows, so that new fields of quotes stay internal. */
export function quoteSheet(quote: ReadQuote, { name: sender, terms }: SheetSender): QuoteSheet {
  const { pricing, route, service_details: service } = quote;
  const ofStatus = statusNotice(quote, sender);
  return {
    quoteId: quote.quote_id,
    title: `Quote ${quote.quote_id}`,
    sender,
    notices: [
      ...(restsOnSimulation(quote) ? [SIMULATED] : []),
      ...(ofStatus === undefined ? [] : [ofStatus]),
    ],
    facts: [
      ...given('Customer', quote.customer),
      ...given('Your reference', quote.customer_reference),
      { label: 'Created', value: momentText(quote.created_at) },
      { label: 'Valid until', value: momentText(quote.expiry_date) },
      { label: 'Origin', value: stopText(route.origin) },
      ...quote.stops.map((stop, index) => ({ label: `Stop ${index + 1}`, value: stopText(stop) })),
      { label: 'Destination', value: stopText(route.destination) },
      { label: 'Distance', value: `${MILES.format(route.distance)} miles one way` },
      { label: 'Equipment', value: equipmentLabel(quote.equipment_type) },
      ...given('Commodity', quote.commodity),
      ...(quote.weight_lbs === null
        ? []
        : [{ label: 'Weight', value: `${MILES.format(quote.weight_lbs)} lb` }]),
      ...volumeOf(quote),
      { label: 'Pickup', value: dayText(service.pickup_date) },
      { label: 'Estimated delivery', value: dayText(service.estimated_delivery_date) },
    ],
    charges: [
      { label: 'Base rate', value: MONEY.format(pricing.base_rate) },
      {
        label: 'Fuel surcharge',
        value: pricing.fuel_surcharge === 0 ? 'No separate charge' : MONEY.format(pricing.fuel_surcharge),
      },
      ...accessorialsOf(pricing),
    ],
    total: `${MONEY.format(pricing.total_rate)} ${pricing.currency}`,
    possibleCharges: pricing.excluded_charges.map(({ title, rate, frequency, quantity, amount }) => ({
      title,
      rate: `${MONEY.format(rate)} ${frequency}`,
      amount: `${MONEY.format(amount)} for ${MILES.format(quantity)}`,
    })),
    laterCharges: quote.schedule_of_charges.map(({ title, rate, unit, free, applies }) => ({
      title,
      rate: `${MONEY.format(rate)} ${unit}${free === 0 ? '' : ` after ${MILES.format(free)} free`}`,
      applies,
    })),
    ...(terms === '' ? {} : { terms }),
    createdAt: new Date(quote.created_at),
  };
}

const given = (label: string, value: string): SheetFact[] => (value === '' ? [] : [{ label, value }]);

/** A contract rate can depend on the volume. */
const volumeOf = ({ weekly_volume: volume }: ReadQuote): SheetFact[] =>
  volume == null ? [] : [{ label: 'Loads a week', value: VOLUME.format(volume) }];

function statusNotice(quote: ReadQuote, sender: string): string | undefined {
  const { status, outcome, expiry_date: expiry, superseded_by: newer } = quote;
  if (outcome === 'superseded') return `This quote was replaced by quote ${newer}.`;
  // A decline and its reason are internal.
  if (outcome === 'lost') return `This quote is not offered any more. Ask ${sender} for a new quote.`;
  if (status === 'expired')
    return `This quote expired on ${momentText(expiry)}. Ask ${sender} for a new quote.`;
  return status === 'converted' ? 'This quote has been accepted.' : undefined;
}

/** `Name, City, ST ZIP`; a city has only its name, which has the ZIP code if the request named one. */
function stopText({ name, type, city, state, zip }: ReadQuote['route']['origin']): string {
  return type === 'city' ? name : `${name}, ${city}, ${state}${zip === '' ? '' : ` ${zip}`}`;
}

const accessorialsOf = ({ accessorials }: ReadQuote['pricing']): SheetFact[] =>
  accessorials.map(({ title, amount }) => ({ label: title, value: MONEY.format(amount) }));
