import type { CreateQuoteBody } from '../api/client.ts';

/** A quote as it is typed. */
export interface QuoteForm {
  readonly origin: string;
  readonly destination: string;
  readonly equipment: string;
  /** YYYY-MM-DD */
  readonly pickup: string;
  readonly requirements: readonly string[];
  readonly reference: string;
}

/** What is missing, by field; {} if the API can decide. */
export function quoteErrors({
  origin,
  destination,
  pickup,
}: QuoteForm): Partial<Record<'origin' | 'destination' | 'pickup', string>> {
  return {
    ...(origin.trim() === '' ? { origin: 'Enter where the load is picked up.' } : {}),
    ...(destination.trim() === '' ? { destination: 'Enter where the load is delivered.' } : {}),
    ...(pickup === '' ? { pickup: 'Enter the day of pickup.' } : {}),
  };
}

export const requestQuote = ({
  origin,
  destination,
  equipment,
  pickup,
  requirements,
  reference,
}: QuoteForm): CreateQuoteBody => ({
  origin: origin.trim(),
  destination: destination.trim(),
  equipment_type: equipment,
  pickup_date: pickup,
  ...(requirements.length === 0 ? {} : { special_requirements: requirements }),
  ...(reference.trim() === '' ? {} : { customer_reference: reference.trim() }),
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
