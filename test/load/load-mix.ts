/** A call of the load: method, path, and a body for POST. */
export interface LoadCall {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly body?: unknown;
}

/** One operation of the mix. */
export interface LoadOperation {
  readonly name: string;
  /** Share of all calls, in percent. */
  readonly percent: number;
  /** The nth call of this operation. */
  call(nth: number): LoadCall;
}

/** What the calls need from the organization under load. */
export interface LoadTarget {
  readonly terminals: readonly string[];
  readonly webhookId: string;
}

const PLACES = [
  { city: 'Phoenix', state: 'AZ', zip: '85001' },
  { city: 'Las Vegas', state: 'NV', zip: '89101' },
  { city: 'Atlanta', state: 'GA', zip: '30303' },
  { city: 'Dallas', state: 'TX', zip: '75201' },
  { city: 'Columbus', state: 'OH', zip: '43085' },
  { city: 'Charlotte', state: 'NC', zip: '28202' },
  { city: 'Memphis', state: 'TN', zip: '38103' },
] as const;
const PORTS = ['USLAX', 'USSAV', 'USHOU', 'USNYC', 'USCHS'] as const;
const SEARCHES = ['query=los+angeles', 'type=rail', 'state=GA', 'lat=40.68&lng=-74.15', 'query=apm'] as const;
const EQUIPMENT = ['container_40', 'container_20', 'dryvan', 'reefer_container_40'] as const;
const DAY_MS = 86_400_000;

const pick = <Item>(items: readonly Item[], nth: number): Item => {
  const item = items[nth % items.length];
  if (item === undefined) throw new Error('The load needs at least one item.');
  return item;
};

/** The calls of a pricing desk: mostly searches and rates, with quotes, lists of quotes and deliveries of a webhook. */
export function loadMix({ terminals, webhookId }: LoadTarget): readonly LoadOperation[] {
  return [
    {
      name: 'search terminals',
      percent: 40,
      call: (nth) => ({ method: 'GET', path: `/api/v1/terminals/search?${pick(SEARCHES, nth)}` }),
    },
    {
      name: 'price lanes',
      percent: 30,
      call: (nth) => ({
        method: 'POST',
        path: '/api/v1/rates',
        // One to ten lanes in a call.
        body: Array.from({ length: 1 + (nth % 10) }, (_, lane) => {
          const { city, state, zip } = pick(PLACES, nth + lane);
          return {
            originTerminal: pick(terminals, nth * 7 + lane),
            destinationCity: city,
            destinationState: state,
            destinationZip: zip,
          };
        }),
      }),
    },
    {
      name: 'create a quote',
      percent: 15,
      call: (nth) => {
        const { city, state } = pick(PLACES, nth);
        return {
          method: 'POST',
          path: '/api/v1/quotes',
          body: {
            origin: pick(PORTS, nth),
            destination: `${city}, ${state}`,
            equipment_type: pick(EQUIPMENT, nth),
            pickup_date: new Date(Date.now() + (2 + (nth % 20)) * DAY_MS).toISOString().slice(0, 10),
          },
        };
      },
    },
    {
      name: 'list quotes',
      percent: 10,
      call: (nth) => ({ method: 'GET', path: `/api/v1/quotes?limit=20&offset=${(nth % 5) * 20}` }),
    },
    {
      name: 'list deliveries',
      percent: 5,
      call: () => ({ method: 'GET', path: `/v1/webhooks/${webhookId}/deliveries` }),
    },
  ];
}
