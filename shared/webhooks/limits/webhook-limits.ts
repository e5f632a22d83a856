/** Concurrent deliveries of an organization (interface specification, section 8). */
export const MAX_IN_FLIGHT = 100;

/** Calls whose duration depends on a receiver or on the number of deliveries to recover. `leaseMs`: longer than their function may run. */
export const LIMITED_CALLS = {
  test: { most: 4, leaseMs: 20_000, retryAfter: 5, words: '4 tests of webhooks' },
  challenge: { most: 4, leaseMs: 15_000, retryAfter: 5, words: '4 ownership challenges' },
  recover: { most: 2, leaseMs: 30_000, retryAfter: 15, words: '2 recoveries of deliveries' },
} as const;

export interface DeliveryRates {
  /** Requests of an organization, for live and for test events each. */
  readonly organization: number;
  /** Requests of all organizations to an address that has not acknowledged an event. */
  readonly unproven: number;
}

export const DELIVERY_RATES: DeliveryRates = { organization: 6_000, unproven: 20 };

/** "organization=6000,unproven=20". */
export const writeDeliveryRates = ({ organization, unproven }: DeliveryRates): string =>
  `organization=${organization},unproven=${unproven}`;

/**
 * Parses the output of `writeDeliveryRates`; limits that are not named keep their defaults.
 * @throws RangeError with a message for the operator
 */
export function parseDeliveryRates(text: string): DeliveryRates {
  const rates = { ...DELIVERY_RATES };
  for (const part of text.split(',')) {
    const [, name, digits] = /^\s*(organization|unproven)=([1-9]\d{0,8})\s*$/.exec(part) ?? [];
    if (name === undefined) {
      throw new RangeError(
        `Delivery rates "${text}": "${part}" must be organization or unproven with a number from 1, such as unproven=20.`,
      );
    }
    rates[name as keyof DeliveryRates] = Number(digits);
  }
  return rates;
}
