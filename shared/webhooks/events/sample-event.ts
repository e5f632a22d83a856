import type { QuoteEvent } from '../../quotes/pricing/describe-quote.ts';
import { newEventId } from './event-id.ts';
import type { EventEnvelope } from './event-message.ts';
import type { EventName } from './event-names.ts';

/** A quote from Long Beach to Phoenix: cost USD 1,480, margin 15% of it, fuel surcharge 23.5% of both together. */
const QUOTE: Omit<QuoteEvent, 'status' | 'validUntil'> = {
  quoteNumber: 'Q-1M4BMXGM0007Z3K9M2QX4T8V1BN',
  type: 'single-lane',
  baseRate: 1480,
  customerRate: 2101.97,
  margin: 15,
  confidenceScore: 86,
  transitTime: '1 day',
  distance: 371.4,
  fscIncluded: false,
  fscRate: 23.5,
  fscAmount: 399.97,
  dieselPrice: 4.689,
  dieselRegion: 'West Coast (PADD5)',
  accessorialsType: 'default',
  accessorials: [
    { name: 'Chassis', rate: 40, id: 'chassis', type: 'default', frequency: 'per day' },
    { name: 'Pre-pull', rate: 150, id: 'prepull', type: 'default', frequency: 'per container' },
  ],
  volumeDiscounts: [{ discount: 5, containers: 20 }],
  route: {
    origin: 'Long Beach Container Terminal',
    destination: 'Phoenix, AZ',
    originType: 'marine',
    destinationType: 'city',
    coordinates: {
      origin: { lat: 33.75917, lng: -118.21361 },
      destination: { lat: 33.4484, lng: -112.074 },
    },
    stops: [],
    requested: { origin: 'LBCT', destination: 'Phoenix, AZ' },
  },
  searchParams: { quoteType: 'spot', deliveryType: 'live', containerVolume: '', volumeDiscount: 0 },
};

const DAY_SECONDS = 86_400;

const quote = (status: QuoteEvent['status'], at: Date): QuoteEvent => ({
  ...QUOTE,
  status,
  // The last second of the seventh day: the default validity of a quote.
  validUntil: {
    seconds: (Math.floor(at.getTime() / 1000 / DAY_SECONDS) + 8) * DAY_SECONDS - 1,
    nanoseconds: 0,
  },
});

const NO_SPEND = { weeklySpend: 0, annualSpend: 0 };

/** An RFP of 120 lanes: USD 118,400 a week. */
const rfp = (status: string, priced: number) => ({
  rfpNumber: 'R-1M4BMXGM0007Z3K9M2QX4T8V1BN',
  status,
  title: 'Drayage from Long Beach, 2027',
  customer: 'Acme Imports',
  customerReference: 'ACME-2027',
  equipmentType: 'container_40',
  contractStart: '2027-01-01',
  contractEnd: '2027-12-31',
  version: 1,
  pricedAsOf: '2026-10-07T17:00:00.123Z',
  error: null,
  lanes: {
    ...{ total: 120, priced, failed: priced === 0 ? 0 : 120 - priced, excluded: 0 },
    ...{ won: 0, lost: 0, open: priced },
  },
  simulated: false,
  ...(priced === 0 ? NO_SPEND : { weeklySpend: 118_400, annualSpend: 6_156_800 }),
  won: NO_SPEND,
  lost: NO_SPEND,
  open: priced === 0 ? NO_SPEND : { weeklySpend: 118_400, annualSpend: 6_156_800 },
  currency: 'USD',
});

const OBJECTS: Record<EventName, (at: Date) => EventEnvelope['object']> = {
  'chat.created': () => ({
    chatId: 'C-01J9Z3K6T000ABCDEFGHJKMNPQR',
    title: 'Rates from Long Beach to Phoenix',
    channel: 'console',
    status: 'ready',
    customer: 'Bluepine Foods',
    lanes: 2,
    createdAt: '2026-10-07T17:00:00.123Z',
  }),
  'quote.created': (at) => quote('pending', at),
  'quote.updated': (at) => quote('converted', at),
  'quote.deleted': (at) => quote('deleted', at),
  'rfp.created': () => rfp('pricing', 0),
  'rfp.updated': () => rfp('awarded', 118),
  'rfp.deleted': () => rfp('deleted', 118),
};

/** A complete sample event with a unique id, for tests of receivers; never live. */
export const sampleEvent = (event: EventName, at: Date): EventEnvelope => ({
  id: newEventId(),
  event,
  created: at.toISOString(),
  livemode: false,
  object: OBJECTS[event](at),
});
