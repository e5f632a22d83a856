import type { ReadQuote } from '../../../../shared/quotes/record/quote-document.ts';

const stop = { type: 'city', state: 'CA', zip: '90731', coordinates: [33.7, -118.3] } as const;

/** Texts that a customer must not see, in every internal field of the sample. */
export const INTERNAL = 'internal-7391';

/** A quote with all fields, and amounts of cost, margin and market that no other field has. */
export const SAMPLE_QUOTE: ReadQuote = {
  quote_id: 'Q-1M4BMXGM0007Z3K9M2QX4T8V1BN',
  status: 'active',
  outcome: 'open',
  created_at: '2026-10-07T17:00:00.000Z',
  expiry_date: '2026-10-14T23:59:59Z',
  customer_reference: 'PO 7',
  customer_id: null,
  customer: 'Müller & Söhne',
  pricing: {
    base_rate: 1632.5,
    fuel_surcharge: 596.13,
    fuel: { diesel_price: 7.229, diesel_region: 'West Coast (PADD5)', diesel_date: '2026-10-05' },
    tolls: null,
    accessorial_charges: { chassis: 120 },
    total_rate: 2348.63,
    currency: 'USD',
    excluded_charges: [
      {
        name: 'detention',
        title: 'Detention',
        rate: 85,
        frequency: 'per hour',
        quantity: 2,
        amount: 170,
        reason: INTERNAL,
      },
    ],
    accessorials: [
      {
        name: 'chassis',
        title: 'Chassis',
        rate: 40,
        frequency: 'per day',
        quantity: 3,
        amount: 120,
        source: 'own_tariff',
      },
    ],
  },
  schedule_of_charges: [
    {
      ...{ name: 'detention', title: 'Detention', rate: 80, unit: 'per hour', free: 2 },
      applies: 'The driver waits for longer than the free time.',
    },
  ],
  service_details: {
    estimated_transit_days: 2,
    guaranteed_service: false,
    pickup_date: '2026-10-09',
    planned_pickup_date: '2026-10-09',
    estimated_delivery_date: '2026-10-12',
  },
  equipment_type: 'container_40hc',
  special_requirements: ['chassis'],
  route: {
    origin: { ...stop, name: 'Pier 400', type: 'marine', city: 'Los Angeles', coordinates: [33.7, -118.3] },
    destination: { ...stop, name: 'Fresno, CA', city: 'Fresno', zip: '', coordinates: [36.7, -119.8] },
    distance: 1240.5,
    distance_source: INTERNAL,
    requested: { origin: INTERNAL, destination: INTERNAL, stops: [INTERNAL] },
  },
  stops: [{ ...stop, name: 'Barstow, CA', city: 'Barstow', coordinates: [34.9, -117] }],
  terminals: [{ name: INTERNAL, distance: 7391, total_rate: 7391 }],
  weekly_volume: 12.5,
  weight_lbs: 43_000,
  commodity: 'Ceramic tiles',
  rate_source: {
    ...{
      type: 'contract',
      pricing_type: 'auto',
      contract_rate_id: INTERNAL,
      version: 7391,
      reason: INTERNAL,
    },
    tier: { from_volume: 7391, amount: 7391 },
  },
  margin: { cost: 7391.01, amount: 7391.02, percent: 73.91 },
  market: {
    rate: 7391.03,
    range: { min: 7391.04, max: 7391.05 },
    confidence: 73,
    basis: {
      level: INTERNAL,
      observations: 7391,
      since: INTERNAL,
      as_of: INTERNAL,
      source: INTERNAL,
      model_version: INTERNAL,
    },
    simulated: false,
    spread: { amount: 7391.06, percent: 73.91 },
    not_known: [INTERNAL],
  },
  pricing_strategy_version: 7391,
  warnings: [INTERNAL],
};

/** Parts of every internal text and amount of the sample. */
export const INTERNAL_PARTS = /internal|7,?391|73\.91/;

/** Tolls of a price that is the market's. */
export const NO_TOLLS = { amount: 0, included: true, facilities: [], as_of: '2026-10-01' } as const;
