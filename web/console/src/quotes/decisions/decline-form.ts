import type { DeclineQuoteBody } from '../../api/client.ts';
import { numberError, numberIn } from '../../format/numbers.ts';

/** The limits of the API: USD, and characters. */
const PRICE = { min: 0.01, max: 1_000_000, decimals: 2 };
export const MAX_NOTE_LENGTH = 1_000;

export const DECLINE_REASONS: readonly {
  readonly value: DeclineQuoteBody['reason'];
  readonly label: string;
}[] = [
  { value: 'price', label: 'Price' },
  { value: 'service', label: 'Service' },
  { value: 'capacity', label: 'Capacity' },
  { value: 'timing', label: 'Timing' },
  { value: 'cancelled', label: 'The move was cancelled' },
  { value: 'no_response', label: 'No response' },
  { value: 'other', label: 'Other' },
];

/** A decline as it is typed. */
export interface DeclineForm {
  /** Empty until the person chooses one. */
  readonly reason: DeclineQuoteBody['reason'] | '';
  readonly competitor_price: string;
  readonly note: string;
}

export type DeclineErrors = Readonly<Partial<Record<'reason' | 'competitor_price' | 'note', string>>>;

/** What is wrong, by the field of the API; {} if the API accepts the decline. */
export function declineErrors({ reason, competitor_price: price }: DeclineForm): DeclineErrors {
  const priceError = price.trim() === '' ? undefined : numberError(price, PRICE);
  return {
    ...(reason === '' ? { reason: 'Choose a reason.' } : {}),
    ...(priceError === undefined ? {} : { competitor_price: priceError }),
  };
}

/** The request of a decline without errors. */
export const requestDecline = ({ reason, competitor_price: price, note }: DeclineForm): DeclineQuoteBody => ({
  reason: reason === '' ? 'other' : reason,
  ...(price.trim() === '' ? {} : { competitor_price: numberIn(price) }),
  ...(note.trim() === '' ? {} : { note: note.trim() }),
});
