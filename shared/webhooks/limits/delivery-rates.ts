/** Rate limits of requests to receivers, as token buckets: a full bucket has `burst` tokens, and a request uses one. */
export interface DeliveryRates {
  readonly burst: number;
  /** Tokens per minute of an organization for live events. */
  readonly live: number;
  /** Tokens per minute of an organization for test events. */
  readonly test: number;
  /** Tokens per minute of an organization for each receiving host, for both modes together. */
  readonly host: number;
  /** Requests per minute, of all organizations, to an address that has not acknowledged an event. */
  readonly unproven: number;
}

export const DELIVERY_RATES: DeliveryRates = {
  burst: 5_000,
  live: 6_000,
  test: 600,
  host: 1_200,
  unproven: 20,
};

const NAMES = [
  'burst',
  'live',
  'test',
  'host',
  'unproven',
] as const satisfies readonly (keyof DeliveryRates)[];

/** "burst=5000,live=6000,test=600,host=1200,unproven=20". */
export const writeDeliveryRates = (rates: DeliveryRates): string =>
  NAMES.map((name) => `${name}=${rates[name]}`).join(',');

/**
 * Parses the output of `writeDeliveryRates`; limits that are not named keep their defaults.
 * @throws RangeError with a message for the operator
 */
export function parseDeliveryRates(text: string): DeliveryRates {
  const given: Partial<Record<keyof DeliveryRates, number>> = {};
  for (const part of text.split(',')) {
    const [, written, digits] = /^\s*([a-z]+)=(\d{1,9})\s*$/.exec(part) ?? [];
    const name = NAMES.find((known) => known === written);
    if (name === undefined || Number(digits) < 1) {
      throw new RangeError(
        `Delivery rates "${text}": "${part}" must be one of ${NAMES.join(', ')} with a number from 1, such as host=1200.`,
      );
    }
    given[name] = Number(digits);
  }
  return { ...DELIVERY_RATES, ...given };
}
