/** Limits of what is sent to receivers, as token buckets: a full bucket has `burst` tokens, and a request takes one. */
export interface DeliveryRates {
  readonly burst: number;
  /** Tokens a minute that an organization gets for deliveries of live events. */
  readonly live: number;
  /** The same for test events. */
  readonly test: number;
  /** Tokens a minute that an organization gets for each host that receives its deliveries, of both modes together. */
  readonly host: number;
}

export const DELIVERY_RATES: DeliveryRates = { burst: 5_000, live: 6_000, test: 600, host: 1_200 };

const NAMES = ['burst', 'live', 'test', 'host'] as const satisfies readonly (keyof DeliveryRates)[];

/** "burst=5000,live=6000,test=600,host=1200". */
export const writeDeliveryRates = (rates: DeliveryRates): string =>
  NAMES.map((name) => `${name}=${rates[name]}`).join(',');

/**
 * Reads what `writeDeliveryRates` writes; a limit that is not named keeps its default.
 * @throws RangeError that says what is wrong, for an operator to read
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
