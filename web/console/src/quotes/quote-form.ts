import type { CreateQuoteBody, Quote, ReviseQuoteBody } from '../api/client.ts';
import { addDays, today } from '../format/dates.ts';
import { destinationText, type PricedLane } from '../rates/lanes.ts';

export const PRICE_CHOICES = [
  { value: 'total_rate', label: 'Total, USD' },
  { value: 'base_rate', label: 'Base rate, USD' },
  { value: 'margin_percent', label: 'Margin, percent' },
] as const;

interface Requirement {
  readonly name: string;
  /** Without it, the usual units are charged. */
  readonly quantity?: number | undefined;
}

/** What quotes and lanes of an RFP have besides their ends. */
export interface FreightForm extends Pick<CreateQuoteBody, 'weight_lbs' | 'commodity' | 'price'> {
  /** Places between the ends; "" is not sent. */
  readonly stops: readonly string[];
  readonly special_requirements: readonly Requirement[];
}

export type QuoteForm = Omit<CreateQuoteBody, keyof FreightForm> & FreightForm;

export const emptyQuote = (): QuoteForm => ({
  ...{ origin: '', destination: '', equipment_type: 'container_40', pickup_date: addDays(today(), 1) },
  ...{ stops: [], special_requirements: [] },
});

export const requirementsOf = (
  names: readonly string[],
  quantities: Readonly<Record<string, number>> = {},
): readonly Requirement[] => names.map((name) => ({ name, quantity: quantities[name] }));

/** Begins the quote of a priced lane. A pickup in the past is not possible: it becomes today. @param today YYYY-MM-DD */
export function quoteDraft(
  { origin, destination, equipment, date }: PricedLane['rate'],
  lane: PricedLane['lane'],
  today: string,
): Partial<QuoteForm> {
  return {
    origin: origin.terminal,
    destination: destinationText(destination),
    equipment_type: equipment,
    pickup_date: date < today ? today : date,
    special_requirements: requirementsOf([
      ...(lane?.hazmat ? ['hazmat'] : []),
      ...(lane?.overweight ? ['overweight'] : []),
    ]),
  };
}

/** The request of a quote. A pickup day before `now` becomes the day after it; "" keeps every day. */
export function formOfQuote(quote: Quote, now: string = today()): QuoteForm {
  const { route, service_details, rate_source: source } = quote;
  const { pickup_date: pickup } = service_details;
  return {
    ...route.requested,
    stops: route.requested.stops ?? [],
    equipment_type: quote.equipment_type,
    pickup_date: pickup < now ? addDays(now, 1) : pickup,
    special_requirements: requirementsOf(quote.special_requirements, quote.quantities),
    customer: quote.customer || undefined,
    customer_reference: quote.customer_reference || undefined,
    pricing_type: source.pricing_type === 'auto' ? undefined : source.pricing_type,
    weekly_volume: quote.weekly_volume ?? undefined,
    weight_lbs: quote.weight_lbs ?? undefined,
    commodity: quote.commodity || undefined,
    price: source.set && { [source.set]: source.value, reason: source.set_reason },
  };
}

/** Empty fields of stops are no stops: without them, the positions of the form are those of the request. */
export const withoutEmptyStops = <Form extends FreightForm>(form: Form): Form => ({
  ...form,
  stops: form.stops.filter((stop) => stop?.trim()),
});

export const sentRequirements = ({ special_requirements: all }: FreightForm) =>
  all.map(({ name, quantity }) => (quantity === undefined ? name : { name, quantity }));

export const requestQuote = ({ stops, special_requirements: all, ...form }: QuoteForm): CreateQuoteBody => ({
  ...form,
  stops: stops.length === 0 ? undefined : stops,
  special_requirements: all.length === 0 ? undefined : sentRequirements({ stops, special_requirements: all }),
});

/** All fields: what a revision leaves out stays as in the old quote. Empty texts, lists and null remove their field. */
export const requestRevision = (form: QuoteForm): ReviseQuoteBody => ({
  // The API rejects them empty; left out, those of the old quote would stay.
  ...{ origin: '', destination: '', pickup_date: '' },
  ...{ customer: '', customer_reference: '', pricing_type: 'auto', commodity: '' },
  ...{ weekly_volume: null, weight_lbs: null, price: null },
  ...Object.fromEntries(Object.entries(form).filter(([, value]) => value !== undefined)),
  stops: form.stops,
  special_requirements: sentRequirements(form),
});

export const candidateText = ({
  name,
  state,
  zip,
}: {
  readonly name: string;
  readonly state: string;
  readonly zip: string;
}): string => `${name}, ${state}${zip === '' ? '' : ` ${zip}`}`;
