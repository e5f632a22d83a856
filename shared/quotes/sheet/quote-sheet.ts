import { equipmentLabel } from '../../costs/equipment/equipment-type.ts';
import { type ReadQuote, restsOnSimulation } from '../record/quote-document.ts';
import type { OrganizationProfile } from './dynamodb-organization-profile.ts';
import type { Logo } from './read-logo.ts';

/** Headings of a sheet with several quotes are those of the quotes, and those of their parts are a level below. */
type Level = 2 | 3;

interface SheetTable {
  readonly kind: 'table';
  readonly title: string;
  readonly level: Level;
  readonly note?: string;
  /** Widths are points of a PDF file; the column without one takes the rest. */
  readonly columns: readonly { readonly title: string; readonly width?: number }[];
  readonly rows: readonly (readonly string[])[];
  readonly total?: readonly string[];
}

/** A part of a sheet, with texts that are not escaped. Terms have line feeds. */
export type SheetBlock =
  | { readonly kind: 'quote' | 'notice'; readonly text: string }
  | { readonly kind: 'facts'; readonly facts: readonly (readonly [label: string, value: string])[] }
  | SheetTable
  | { readonly kind: 'terms'; readonly title: string; readonly text: string };

interface SheetSender {
  readonly name: string;
  /** Address, contact and numbers. */
  readonly lines: readonly string[];
  readonly logo?: Logo;
}

export interface QuoteSheet {
  readonly title: string;
  readonly sender: SheetSender;
  readonly blocks: readonly SheetBlock[];
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
  const all = quotes.map(({ quote }) => quote);
  const isSeveral = all.length > 1;
  const level = isSeveral ? 3 : 2;
  const schedules = all.map(laterRows);
  const isShared = new Set(schedules.map((rows) => JSON.stringify(rows))).size === 1;
  const customer = all.map((quote) => quote.customer).find((name) => name !== '');
  return {
    title: isSeveral
      ? `${all.length} quotes${customer === undefined ? '' : ` for ${customer}`}`
      : `Quote ${quoteNumber(all[0]?.quote_id ?? '')}`,
    sender,
    blocks: [
      ...all.flatMap((quote, index): readonly SheetBlock[] => [
        ...(isSeveral ? [{ kind: 'quote', text: headingOf(quote) } as const] : []),
        ...quoteBlocks(quote, sender.name, level),
        ...(isShared ? [] : laterTable(schedules[index], level)),
      ]),
      ...(isShared ? laterTable(schedules[0], 2) : []),
      ...termsOf(quotes),
    ],
    createdAt: new Date(Math.max(...all.map((quote) => Date.parse(quote.created_at)))),
  };
}

const headingOf = ({ quote_id, route }: ReadQuote): string =>
  `${quoteNumber(quote_id)}: ${route.origin.name} to ${route.destination.name}`;

/** Strategies differ by version: quotes of other terms are named. */
function termsOf(quotes: readonly QuoteWithTerms[]): readonly SheetBlock[] {
  const byText = Map.groupBy(quotes, ({ terms }) => terms);
  return [...byText].flatMap(([text, ofText]) => {
    if (text === '') return [];
    const numbers = ofText.map(({ quote }) => quoteNumber(quote.quote_id)).join(', ');
    return [{ kind: 'terms', title: byText.size === 1 ? 'Terms' : `Terms of ${numbers}`, text }];
  });
}

/** A number that people can read out: the last 8 digits of an id are random. */
const quoteNumber = (quoteId: string): string => `Q-${quoteId.slice(-8)}`;

const laterRows = ({ schedule_of_charges: charges }: ReadQuote) =>
  charges.map(({ title, rate, unit, free, applies }) => [
    ...[title, applies],
    `${MONEY.format(rate)} ${unit}${free === 0 ? '' : ` after ${MILES.format(free)} free`}`,
  ]);

const laterTable = (rows: readonly (readonly string[])[] = [], level: Level): readonly SheetBlock[] =>
  rows.length === 0
    ? []
    : [
        {
          ...{ kind: 'table', title: 'Charges after the move', level, rows },
          note: 'The total does not include these charges. They apply only in these cases.',
          columns: [{ title: 'Charge', width: 100 }, { title: 'Applies if' }, { title: 'Rate', width: 130 }],
        },
      ];

/** The customer's view of a quote. It names each field that it shows, so that new fields of quotes stay internal. */
function quoteBlocks(quote: ReadQuote, sender: string, level: Level): readonly SheetBlock[] {
  const { pricing, route, service_details: service, weight_lbs: weight, weekly_volume: volume } = quote;
  const ofStatus = statusNotice(quote, sender);
  const notices = [...(restsOnSimulation(quote) ? [SIMULATED] : []), ...(ofStatus ? [ofStatus] : [])];
  const possible = pricing.excluded_charges.map(({ title, rate, frequency, quantity, amount }) => [
    ...[title, `${MONEY.format(rate)} ${frequency}`],
    `${MONEY.format(amount)} for ${MILES.format(quantity)}`,
  ]);
  const facts: readonly (readonly [string, string])[] = [
    ['Customer', quote.customer],
    ['Your reference', quote.customer_reference],
    ['Quote id', quote.quote_id],
    ['Created', momentText(quote.created_at)],
    ['Valid until', momentText(quote.expiry_date)],
    ['Origin', stopText(route.origin)],
    ...quote.stops.map((stop, index) => [`Stop ${index + 1}`, stopText(stop)] as const),
    ['Destination', stopText(route.destination)],
    ['Distance', `${MILES.format(route.distance)} miles one way`],
    ['Equipment', equipmentLabel(quote.equipment_type)],
    ['Commodity', quote.commodity],
    ['Weight', weight === null ? '' : `${MILES.format(weight)} lb`],
    // A contract rate can depend on the volume.
    ['Loads a week', volume == null ? '' : VOLUME.format(volume)],
    ['Pickup', dayText(service.planned_pickup_date)],
    ['Estimated delivery', dayText(service.estimated_delivery_date)],
  ];
  return [
    ...notices.map((text) => ({ kind: 'notice', text }) as const),
    { kind: 'facts', facts: facts.filter(([, value]) => value !== '') },
    {
      ...{ kind: 'table', title: 'Price', level },
      columns: [{ title: 'Charge' }, { title: 'Amount', width: 170 }],
      rows: [
        ['Base rate', MONEY.format(pricing.base_rate)],
        [
          'Fuel surcharge',
          pricing.fuel_surcharge === 0 ? 'No separate charge' : MONEY.format(pricing.fuel_surcharge),
        ],
        ...pricing.accessorials.map(({ title, rate, frequency, quantity, amount }) => [
          `${title}, ${MILES.format(quantity)} at ${MONEY.format(rate)} ${frequency}`,
          MONEY.format(amount),
        ]),
      ],
      total: ['Total', `${MONEY.format(pricing.total_rate)} ${pricing.currency}`],
    },
    ...(possible.length === 0
      ? []
      : [
          {
            ...({ kind: 'table', title: 'Charges that may apply', level, rows: possible } as const),
            note: 'The total does not include these charges. They apply if the move needs them.',
            columns: [
              { title: 'Charge' },
              { title: 'Rate', width: 150 },
              { title: 'Usual amount', width: 120 },
            ],
          },
        ]),
  ];
}

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
