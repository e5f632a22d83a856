import * as v from 'valibot';

/** Concurrent deliveries of an organization (interface specification, section 8). */
export const MAX_IN_FLIGHT = 100;

const requests = v.pipe(v.number(), v.integer(), v.minValue(1));

/** Limits of webhook requests in a minute, as JSON. */
export const deliveryRates = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    /** Requests of an organization, for live and for test events each. */
    organization: requests,
    /** Requests of all organizations to an address that has not acknowledged an event. */
    unproven: requests,
  }),
);
export type DeliveryRates = v.InferOutput<typeof deliveryRates>;

export const DELIVERY_RATES: DeliveryRates = { organization: 6_000, unproven: 20 };
