import type { CreateQuoteBody, Quote, ReviseQuoteBody } from '../api/client.ts';
import { addDays, today } from '../format/dates.ts';
import { type NumberRange, numberError, numberIn } from '../format/typed-number.ts';

export type PricingType = NonNullable<CreateQuoteBody['pricing_type']>;

/** A quote as it is typed. */
export interface QuoteForm {
  readonly origin: string;
  readonly destination: string;
  readonly equipment: string;
  /** YYYY-MM-DD */
  readonly pickup: string;
  readonly requirements: readonly string[];
  readonly customer: string;
  readonly reference: string;
  readonly pricingType: PricingType;
  /** Loads a week; "" = not known. */
  readonly weeklyVolume: string;
}

const WEEKLY_VOLUME: NumberRange = { min: 0.01, max: 10_000, decimals: 2 };

export const emptyQuote = (): QuoteForm => ({
  origin: '',
  destination: '',
  equipment: 'container_40',
  pickup: addDays(today(), 1),
  requirements: [],
  customer: '',
  reference: '',
  pricingType: 'auto',
  weeklyVolume: '',
});

/** The request of a quote. A pickup day that has passed becomes tomorrow. */
export function formOfQuote(quote: Quote, now: string = today()): QuoteForm {
  const { route, equipment_type, service_details, special_requirements, rate_source } = quote;
  const { requested = { origin: route.origin.name, destination: route.destination.name } } = route;
  const { pickup_date: pickup } = service_details;
  return {
    ...requested,
    equipment: equipment_type,
    pickup: pickup < now ? addDays(now, 1) : pickup,
    requirements: special_requirements,
    customer: quote.customer ?? '',
    reference: quote.customer_reference,
    pricingType: rate_source?.pricing_type ?? 'auto',
    weeklyVolume: String(quote.weekly_volume ?? ''),
  };
}

/** What is missing or wrong, by field; {} if the API can decide. */
export function quoteErrors({
  origin,
  destination,
  pickup,
  weeklyVolume,
}: QuoteForm): Partial<Record<'origin' | 'destination' | 'pickup' | 'weeklyVolume', string>> {
  const volumeError = weeklyVolume.trim() === '' ? undefined : numberError(weeklyVolume, WEEKLY_VOLUME);
  return {
    ...(origin.trim() === '' ? { origin: 'Enter where the load is picked up.' } : {}),
    ...(destination.trim() === '' ? { destination: 'Enter where the load is delivered.' } : {}),
    ...(pickup === '' ? { pickup: 'Enter the day of pickup.' } : {}),
    ...(volumeError === undefined ? {} : { weeklyVolume: volumeError }),
  };
}

export const requestQuote = ({
  origin,
  destination,
  equipment,
  pickup,
  requirements,
  customer,
  reference,
  pricingType,
  weeklyVolume,
}: QuoteForm): CreateQuoteBody => ({
  origin: origin.trim(),
  destination: destination.trim(),
  equipment_type: equipment,
  pickup_date: pickup,
  ...(requirements.length === 0 ? {} : { special_requirements: requirements }),
  ...(customer.trim() === '' ? {} : { customer: customer.trim() }),
  ...(reference.trim() === '' ? {} : { customer_reference: reference.trim() }),
  ...(pricingType === 'auto' ? {} : { pricing_type: pricingType }),
  ...(weeklyVolume.trim() === '' ? {} : { weekly_volume: numberIn(weeklyVolume) }),
});

/** All fields: what a revision leaves out stays as in the old quote. Empty texts, lists and null remove their field. */
export const requestRevision = (form: QuoteForm): ReviseQuoteBody => ({
  ...requestQuote(form),
  special_requirements: form.requirements,
  customer: form.customer.trim(),
  customer_reference: form.reference.trim(),
  pricing_type: form.pricingType,
  weekly_volume: form.weeklyVolume.trim() === '' ? null : numberIn(form.weeklyVolume),
});

/** A place that the API suggests, as the API reads it. */
export const candidateText = ({
  name,
  state,
  zip,
}: {
  readonly name: string;
  readonly state: string;
  readonly zip: string;
}): string => `${name}, ${state}${zip === '' ? '' : ` ${zip}`}`;
