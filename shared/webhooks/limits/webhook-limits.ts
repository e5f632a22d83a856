/** Concurrent deliveries of an organization (interface specification, section 8). */
export const MAX_IN_FLIGHT = 100;

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

const RATES = /^\s*organization=([1-9]\d{0,8})\s*,\s*unproven=([1-9]\d{0,8})\s*$/;

/**
 * Parses the output of `writeDeliveryRates`.
 * @throws RangeError with a message for the operator
 */
export function parseDeliveryRates(text: string): DeliveryRates {
  const [, organization, unproven] = RATES.exec(text) ?? [];
  if (organization === undefined)
    throw new RangeError(
      `Delivery rates "${text}" must have the form ${writeDeliveryRates(DELIVERY_RATES)}.`,
    );
  return { organization: Number(organization), unproven: Number(unproven) };
}
