import * as v from 'valibot';
import type { EquipmentType } from '../costs/equipment/equipment-type.ts';
import { equipmentField } from '../costs/equipment/read-equipment-type.ts';
import { usd } from '../costs/model/cents.ts';
import { customerKey, isCustomer, MAX_CUSTOMER_LENGTH } from '../customers/customer-names.ts';
import type { CustomerMatches } from '../customers/dynamodb-customers.ts';
import type { PlaceDirectory } from '../geography/places/place.ts';
import { MAX_PLACE_TEXT_LENGTH } from '../geography/places/read-place-text.ts';
import { type FoundPlace, resolveEnds } from '../market/importing/place-load.ts';
import type { Account } from '../platform/account/account.ts';
import { optionalField } from '../platform/http/body-fields.ts';
import { fieldErrors, invalidParameters } from '../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { callerText } from '../platform/text/bounded-text.ts';
import { monthOf, utcDay } from '../platform/time/utc-calendar.ts';
import type { TerminalDirectory } from '../terminals/search/embedded-terminal-directory.ts';
import type { NearestTerminals } from '../terminals/search/nearest-terminals.ts';
import type { TerminalSource } from '../terminals/snapshots/dynamodb-snapshot-store.ts';
import { describeRow, listedQuote } from './listing/list-quotes.ts';
import { createdDayOf, type QuoteOutcome } from './record/stored-quote.ts';
import { areasOfPlace, areasOfTerminal, laneArea } from './stops/quote-lane.ts';
import type { ReadLanes } from './store/dynamodb-lane-history.ts';

const RECENT = 5;

const place = v.pipe(
  callerText(MAX_PLACE_TEXT_LENGTH),
  v.check((text) => text.trim() !== '', 'must not be empty'),
);
export const laneHistoryParameters = v.object({
  origin: place,
  destination: place,
  equipment_type: v.exactOptional(optionalField(equipmentField)),
  customer: v.exactOptional(optionalField(callerText(MAX_CUSTOMER_LENGTH))),
});

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
export const laneHistoryAnswer = v.object({
  months: v.array(
    v.object({
      month: v.pipe(v.string(), v.regex(/^\d{4}-\d{2}$/)),
      quoted: whole,
      won: whole,
      lost: whole,
      average_total: v.number(),
    }),
  ),
  recent: v.array(listedQuote),
  complete: v.boolean(),
});

export interface LaneHistoryPorts {
  readonly readLanes: ReadLanes;
  readonly customers: Pick<CustomerMatches, 'match'>;
  readonly places: PlaceDirectory;
  readonly terminals: TerminalSource<TerminalDirectory & NearestTerminals>;
  readonly now: () => Date;
}

const areasOf = (found: FoundPlace, terminals: NearestTerminals): readonly string[] =>
  found.kind === 'terminal' ? areasOfTerminal(found.terminal) : areasOfPlace(found.place, terminals);

interface Quoted {
  readonly month: string;
  readonly totalCents: number;
  readonly outcome: QuoteOutcome;
}

/** Returns what was quoted, won and lost on a lane and near it. */
export function laneHistoryUseCase({
  readLanes,
  customers,
  places,
  terminals: source,
  now,
}: LaneHistoryPorts) {
  return async (
    query: Readonly<Record<string, string>>,
    caller: Account,
  ): Promise<Outcome<v.InferOutput<typeof laneHistoryAnswer>>> => {
    const parsed = v.safeParse(laneHistoryParameters, query, { abortPipeEarly: true });
    if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
    const { origin, destination, equipment_type: equipment, customer = '' } = parsed.output;
    const terminals = await source.current();
    const ends = resolveEnds({ places, terminals }, { origin, destination });
    if ('fault' in ends) {
      const message = ends.fault.replace(/^\w+ ".*?" (?=is|does)/, '');
      return reject(invalidParameters([{ field: ends.of, message }]));
    }
    const destinations = areasOf(ends.destination, terminals);
    const areas = areasOf(ends.origin, terminals).flatMap((from) =>
      destinations.map((to) => laneArea(from, to)),
    );
    const [found, { match }] = await Promise.all([
      readLanes(caller, [...new Set(areas)], utcDay(now())),
      customers.match(caller, customer),
    ]);
    const isWanted = (quote: { readonly equipment: EquipmentType; readonly customer: string }) =>
      (equipment === undefined || quote.equipment === equipment) &&
      (customer.trim() === '' ||
        isCustomer(match, quote.customer) ||
        // The name of a deleted customer matches nothing, but its quotes stay.
        customerKey(quote.customer) === customerKey(customer));
    // A quote can have two areas.
    const quotes = [...new Map(found.quotes.map((quote) => [quote.quoteId, quote])).values()]
      .filter(isWanted)
      .toSorted((one, other) => (one.quoteId < other.quoteId ? 1 : -1));
    return succeed({
      months: monthsOf([
        ...quotes.map((quote) => ({ ...quote, month: monthOf(createdDayOf(quote.quoteId)) })),
        ...found.imported.filter(isWanted).map((quote) => ({ ...quote, month: monthOf(quote.day) })),
      ]),
      recent: quotes.slice(0, RECENT).map(describeRow),
      complete: !found.isCut,
    });
  };
}

/** The last month first. The quote that revises another one stands for it. */
function monthsOf(all: readonly Quoted[]) {
  const byMonth = Map.groupBy(
    all.filter(({ outcome }) => outcome !== 'superseded'),
    ({ month }) => month,
  );
  return [...byMonth]
    .toSorted(([one], [other]) => (one < other ? 1 : -1))
    .map(([month, quotes]) => {
      const countOf = (outcome: QuoteOutcome) => quotes.filter((quote) => quote.outcome === outcome).length;
      const cents = quotes.reduce((sum, { totalCents }) => sum + totalCents, 0);
      const average_total = usd(Math.round(cents / quotes.length));
      return { month, quoted: quotes.length, won: countOf('won'), lost: countOf('lost'), average_total };
    });
}
