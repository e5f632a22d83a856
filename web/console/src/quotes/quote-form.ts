import type { CreateQuoteBody, Quote, ReviseQuoteBody } from '../api/client.ts';
import { addDays, today } from '../format/dates.ts';
import { type NumberRange, numberError, numberIn } from '../format/numbers.ts';

export type PricingType = NonNullable<CreateQuoteBody['pricing_type']>;

/** What a person sets of the price; "" = nothing. */
export type PriceSet = '' | 'total_rate' | 'base_rate' | 'margin_percent';

export interface QuoteForm {
  readonly origin: string;
  readonly destination: string;
  /** Places between them; "" is not sent. */
  readonly stops: readonly string[];
  readonly equipment: string;
  readonly pickup: string;
  readonly requirements: readonly string[];
  /** Units by name of a requirement; "" = the usual ones. */
  readonly quantities: Readonly<Record<string, string>>;
  readonly customer: string;
  readonly reference: string;
  readonly pricingType: PricingType;
  /** Loads a week; "" = not known. */
  readonly weeklyVolume: string;
  /** Pounds; "" = not known. */
  readonly weight: string;
  readonly commodity: string;
  readonly priceSet: PriceSet;
  /** USD or percent. */
  readonly price: string;
  readonly priceReason: string;
}

const QUANTITY: NumberRange = { min: 0.01, max: 999, decimals: 2 };
const WEIGHT: NumberRange = { min: 1, max: 120_000, decimals: 0 };
const AMOUNT: NumberRange = { min: 0, max: 1_000_000, decimals: 2 };
const MARGIN: NumberRange = { min: -100, max: 1_000, decimals: 2 };
const WEEKLY_VOLUME: NumberRange = { min: 0.01, max: 10_000, decimals: 2 };

export const emptyQuote = (): QuoteForm => ({
  origin: '',
  destination: '',
  stops: [],
  equipment: 'container_40',
  pickup: addDays(today(), 1),
  requirements: [],
  quantities: {},
  customer: '',
  reference: '',
  pricingType: 'auto',
  weeklyVolume: '',
  weight: '',
  commodity: '',
  priceSet: '',
  price: '',
  priceReason: '',
});

export const typedQuantities = (quantities: Readonly<Record<string, number>> = {}) =>
  Object.fromEntries(Object.entries(quantities).map(([name, units]) => [name, String(units)]));

/** The request of a quote. A pickup day before `now` becomes the day after it; "" keeps every day. */
export function formOfQuote(quote: Quote, now: string = today()): QuoteForm {
  const { route, equipment_type, service_details, special_requirements, rate_source } = quote;
  const { pickup_date: pickup } = service_details;
  return {
    origin: route.requested.origin,
    destination: route.requested.destination,
    stops: route.requested.stops ?? [],
    equipment: equipment_type,
    pickup: pickup < now ? addDays(now, 1) : pickup,
    requirements: special_requirements,
    quantities: typedQuantities(quote.quantities),
    customer: quote.customer,
    reference: quote.customer_reference,
    pricingType: rate_source.pricing_type,
    weeklyVolume: String(quote.weekly_volume ?? ''),
    weight: String(quote.weight_lbs ?? ''),
    commodity: quote.commodity,
    priceSet: rate_source.set ?? '',
    price: String(rate_source.value ?? ''),
    priceReason: rate_source.set_reason ?? '',
  };
}

type Freight = Pick<QuoteForm, 'requirements' | 'quantities' | 'weight'>;

export function freightErrors({
  requirements,
  quantities,
  weight,
}: Freight): Readonly<Record<string, string>> {
  const typed = [
    ...requirements.map((name) => [`quantities.${name}`, quantities[name] ?? '', QUANTITY] as const),
    ['weight', weight, WEIGHT] as const,
  ];
  return Object.fromEntries(
    typed.flatMap(([field, text, range]) => {
      const error = text.trim() === '' ? undefined : numberError(text, range);
      return error === undefined ? [] : [[field, error]];
    }),
  );
}

export const priceError = ({ priceSet, price }: Pick<QuoteForm, 'priceSet' | 'price'>): string | undefined =>
  priceSet === '' ? undefined : numberError(price, priceSet === 'margin_percent' ? MARGIN : AMOUNT);

/** What is missing or wrong, by field; {} if the API can decide. */
export function quoteErrors(form: QuoteForm): Readonly<Record<string, string>> {
  const { origin, destination, pickup, weeklyVolume } = form;
  const wrongPrice = priceError(form);
  const volumeError = weeklyVolume.trim() === '' ? undefined : numberError(weeklyVolume, WEEKLY_VOLUME);
  return {
    ...freightErrors(form),
    ...(origin.trim() === '' ? { origin: 'Enter where the load is picked up.' } : {}),
    ...(destination.trim() === '' ? { destination: 'Enter where the load is delivered.' } : {}),
    ...(pickup === '' ? { pickup: 'Enter the day of pickup.' } : {}),
    ...(volumeError === undefined ? {} : { weeklyVolume: volumeError }),
    ...(wrongPrice === undefined ? {} : { price: wrongPrice }),
  };
}

export const stopsOf = ({ stops }: Pick<QuoteForm, 'stops'>) =>
  stops.map((stop) => stop.trim()).filter((stop) => stop !== '');

export const requirementsOf = ({
  requirements,
  quantities,
}: Pick<QuoteForm, 'requirements' | 'quantities'>) =>
  requirements.map((name) => {
    const units = quantities[name]?.trim() ?? '';
    return units === '' ? name : { name, quantity: numberIn(units) };
  });

const priceOf = ({ priceSet, price, priceReason }: QuoteForm): CreateQuoteBody['price'] =>
  priceSet === ''
    ? undefined
    : {
        [priceSet]: numberIn(price),
        ...(priceReason.trim() === '' ? {} : { reason: priceReason.trim() }),
      };

export const requestQuote = (form: QuoteForm): CreateQuoteBody => {
  const { origin, destination, equipment, pickup, requirements } = form;
  const { customer, reference, pricingType, weeklyVolume } = form;
  const price = priceOf(form);
  const stops = stopsOf(form);
  return {
    origin: origin.trim(),
    destination: destination.trim(),
    equipment_type: equipment,
    pickup_date: pickup,
    ...(stops.length === 0 ? {} : { stops }),
    ...(requirements.length === 0 ? {} : { special_requirements: requirementsOf(form) }),
    ...(customer.trim() === '' ? {} : { customer: customer.trim() }),
    ...(reference.trim() === '' ? {} : { customer_reference: reference.trim() }),
    ...(pricingType === 'auto' ? {} : { pricing_type: pricingType }),
    ...(weeklyVolume.trim() === '' ? {} : { weekly_volume: numberIn(weeklyVolume) }),
    ...(form.weight.trim() === '' ? {} : { weight_lbs: numberIn(form.weight) }),
    ...(form.commodity.trim() === '' ? {} : { commodity: form.commodity.trim() }),
    ...(price === undefined ? {} : { price }),
  };
};

/** All fields: what a revision leaves out stays as in the old quote. Empty texts, lists and null remove their field. */
export const requestRevision = (form: QuoteForm): ReviseQuoteBody => ({
  ...requestQuote(form),
  stops: stopsOf(form),
  special_requirements: requirementsOf(form),
  customer: form.customer.trim(),
  customer_reference: form.reference.trim(),
  pricing_type: form.pricingType,
  weekly_volume: form.weeklyVolume.trim() === '' ? null : numberIn(form.weeklyVolume),
  weight_lbs: form.weight.trim() === '' ? null : numberIn(form.weight),
  commodity: form.commodity.trim(),
  price: priceOf(form) ?? null,
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

/** The form with another place in the field that an error names: `origin` or `stops[1]`. */
export function placeChange({ stops }: QuoteForm, field: string, text: string): Partial<QuoteForm> {
  const [, index] = /^stops\[(\d)\]$/.exec(field) ?? [];
  if (index === undefined) return { [field]: text };
  // The API counts only the stops that were sent.
  const sent = [...stops.keys()].filter((at) => stops[at]?.trim() !== '');
  return { stops: stops.map((stop, at) => (at === sent[Number(index)] ? text : stop)) };
}
