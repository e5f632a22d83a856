import { equipmentLabel } from '../../costs/equipment/equipment-type.ts';
import { type ReadQuote, restsOnSimulation } from '../record/quote-document.ts';
import type { OrganizationProfile } from './dynamodb-organization-profile.ts';
import type { Logo } from './read-logo.ts';

export interface SheetFact {
  readonly label: string;
  readonly value: string;
}

/** A charge that is not included in the total, as texts. */
export interface PossibleCharge {
  readonly title: string;
  /** Amount and unit: `$45.00 per day`. */
  readonly rate: string;
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
export interface SheetQuote {
  /** Names the quote among the others of a sheet; absent on the sheet of one quote. */
  readonly heading?: string;
  /** What the customer has to know before the price: simulated loads, and a status other than active. */
  readonly notices: readonly string[];
  readonly facts: readonly SheetFact[];
  /** Amounts that the total is the sum of. */
  readonly charges: readonly SheetFact[];
  readonly total: string;
  readonly possibleCharges: readonly PossibleCharge[];
  /** [] if those of the sheet apply. */
  readonly laterCharges: readonly LaterCharge[];
}

interface SheetSender {
  readonly name: string;
  /** Address, contact and numbers. */
  readonly lines: readonly string[];
  readonly logo?: Logo;
}

interface SheetTerms {
  readonly heading: string;
  /** With line feeds. */
  readonly text: string;
}

export interface QuoteSheet {
  readonly title: string;
  readonly sender: SheetSender;
  readonly quotes: readonly SheetQuote[];
  /** The charges after the move of all quotes, if they are the same. */
  readonly laterCharges: readonly LaterCharge[];
  readonly terms: readonly SheetTerms[];
  readonly createdAt: Date;
}

/** A quote with the terms of the strategy that priced it, "" for none. */
export interface QuoteWithTerms {
  readonly quote: ReadQuote;
  readonly terms: string;
}

/** The organization that sends a sheet. @param name its name if the profile has none. */
export function sheetSender(name: string, profile: OrganizationProfile): SheetSender {
  const { contact, phone, email, address, mcNumber, dotNumber, logo } = profile;
  const numbers = [
    ...(mcNumber === '' ? [] : [`MC ${mcNumber}`]),
    ...(dotNumber === '' ? [] : [`USDOT ${dotNumber}`]),
  ];
  const lines = [...address, contact, phone, email, numbers.join(', ')].filter((line) => line !== '');
  return { name: profile.name || name, lines, ...(logo && { logo }) };
}

const MONEY = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const MILES = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
const VOLUME = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

const SIMULATED = 'This quote was made with simulated loads. It is an example and not an offer.';

const dayText = (day: string): string => DAY.format(new Date(`${day.slice(0, 10)}T00:00:00Z`));
/** `November 30, 2026, 23:59 UTC`. @param moment ISO 8601, UTC. */
const momentText = (moment: string): string => `${dayText(moment)}, ${moment.slice(11, 16)} UTC`;

/** The sheet of one or several quotes of a customer, in their order. */
export function quoteSheet(quotes: readonly QuoteWithTerms[], sender: SheetSender): QuoteSheet {
  const [only, ...others] = quotes.map(({ quote }) => quote);
  const isSeveral = others.length > 0;
  const views = quotes.map(({ quote }) => customersView(quote, sender.name));
  const schedules = new Set(views.map(({ laterCharges }) => JSON.stringify(laterCharges)));
  const isShared = schedules.size === 1;
  const customer = quotes.map(({ quote }) => quote.customer).find((name) => name !== '');
  return {
    title: isSeveral
      ? `${quotes.length} quotes${customer === undefined ? '' : ` for ${customer}`}`
      : `Quote ${quoteNumber(only?.quote_id ?? '')}`,
    sender,
    quotes: views.map((view, index) => ({
      ...(isSeveral ? { heading: headingOf(quotes[index]?.quote) } : {}),
      ...view,
      ...(isShared ? { laterCharges: [] } : {}),
    })),
    laterCharges: isShared ? (views[0]?.laterCharges ?? []) : [],
    terms: termsOf(quotes),
    createdAt: new Date(Math.max(...quotes.map(({ quote }) => Date.parse(quote.created_at)))),
  };
}

const headingOf = (quote: ReadQuote | undefined): string =>
  quote === undefined
    ? ''
    : `${quoteNumber(quote.quote_id)}: ${quote.route.origin.name} to ${quote.route.destination.name}`;

/** Strategies differ by version: quotes of other terms are named. */
function termsOf(quotes: readonly QuoteWithTerms[]): readonly SheetTerms[] {
  const byText = Map.groupBy(quotes, ({ terms }) => terms);
  return [...byText].flatMap(([text, ofText]) => {
    if (text === '') return [];
    const numbers = ofText.map(({ quote }) => quoteNumber(quote.quote_id)).join(', ');
    return [{ heading: byText.size === 1 ? 'Terms' : `Terms of ${numbers}`, text }];
  });
}

/** A number that people can read out: the last 8 digits of an id are random. */
const quoteNumber = (quoteId: string): string => `Q-${quoteId.slice(-8)}`;

/** The customer's view of a quote. It names each field that it shows, so that new fields of quotes stay internal. */
function customersView(quote: ReadQuote, sender: string): SheetQuote {
  const { pricing, route, service_details: service } = quote;
  const ofStatus = statusNotice(quote, sender);
  return {
    notices: [
      ...(restsOnSimulation(quote) ? [SIMULATED] : []),
      ...(ofStatus === undefined ? [] : [ofStatus]),
    ],
    facts: [
      ...given('Customer', quote.customer),
      ...given('Your reference', quote.customer_reference),
      { label: 'Quote id', value: quote.quote_id },
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
      { label: 'Pickup', value: dayText(service.planned_pickup_date) },
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
  };
}

const given = (label: string, value: string): SheetFact[] => (value === '' ? [] : [{ label, value }]);

/** A contract rate can depend on the volume. */
const volumeOf = ({ weekly_volume: volume }: ReadQuote): SheetFact[] =>
  volume == null ? [] : [{ label: 'Loads a week', value: VOLUME.format(volume) }];

function statusNotice(quote: ReadQuote, sender: string): string | undefined {
  const { status, outcome, expiry_date: expiry, superseded_by: newer } = quote;
  if (outcome === 'superseded') return `This quote was replaced by quote ${quoteNumber(newer ?? '')}.`;
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
  accessorials.map(({ title, rate, frequency, quantity, amount }) => ({
    label: `${title}, ${MILES.format(quantity)} at ${MONEY.format(rate)} ${frequency}`,
    value: MONEY.format(amount),
  }));
