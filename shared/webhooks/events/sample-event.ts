import type { QuoteEvent } from '../../quotes/quote-event.ts';
import { newEventId } from './event-id.ts';
import type { EventEnvelope } from './event-message.ts';
import type { EventName } from './event-names.ts';

/** A quote from Long Beach to Phoenix: base rate USD 1,480, margin 15 %, fuel surcharge 23.5 %. */
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

const rfp = (status: string) => ({
  rfpNumber: 'RFP-2026-0042',
  status,
  title: 'Drayage from Long Beach, 2027',
  createdBy: 'buyer@example.com',
});

const OBJECTS: Record<EventName, (at: Date) => EventEnvelope['object']> = {
  'chat.created': () => ({
    sessionId: 'chat_sample_0001',
    title: 'Rates from Long Beach to Phoenix',
    createdBy: 'dispatcher@example.com',
  }),
  'quote.created': (at) => quote('pending', at),
  'quote.updated': (at) => quote('converted', at),
  'quote.deleted': (at) => quote('deleted', at),
  'rfp.created': () => rfp('open'),
  'rfp.updated': () => rfp('awarded'),
  'rfp.deleted': () => rfp('deleted'),
};

/** A complete sample event with a unique id, for tests of receivers; never live. */
export const sampleEvent = (event: EventName, at: Date): EventEnvelope => ({
  id: newEventId(),
  event,
  created: at.toISOString(),
  livemode: false,
  object: OBJECTS[event](at),
});
