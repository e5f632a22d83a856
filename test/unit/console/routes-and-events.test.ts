import fc from 'fast-check';
import { expect, it } from 'vitest';
import { summarizeChanges } from '../../../shared/quotes/preview/summarize-changes.ts';
import { routeLine } from '../../../web/console/src/map/road-route.ts';
import { eventTitle } from '../../../web/console/src/quotes/event-title.ts';
import { pricedRoute } from '../../../web/console/src/rates/priced-route.ts';
import { rangeText } from '../../../web/console/src/strategy/change-range.ts';

const ROUTE = {
  source: 'highway-graph-v3',
  miles: 83.1,
  geometry: {
    type: 'LineString',
    coordinates: [
      [-74.15, 40.68],
      [-75.47, 40.6],
    ],
  },
  highways: [{ name: 'I-78', miles: 71 }],
  notes: [],
} as const;

it('a highway path becomes points with the latitude first, and a straight line is not a path', () => {
  expect(routeLine(ROUTE)).toEqual([
    [40.68, -74.15],
    [40.6, -75.47],
  ]);
  expect(routeLine({ ...ROUTE, source: 'road-factor-v1' })).toBeUndefined();
  expect(routeLine(undefined)).toBeUndefined();
});

it('a quote has the path of a rate only if terminal, destination and miles are the same', () => {
  const rate = {
    origin: { terminal: 'T', type: 'marine', city: 'Elizabeth', state: 'NJ', coordinates: [40.68, -74.15] },
    destination: { city: 'Allentown', state: 'PA', zip: '', coordinates: [40.6, -75.47] },
    analysis: { distance: 83.1 },
    route: ROUTE,
  } as unknown as Parameters<typeof pricedRoute>[0][number];
  const stop = { city: '', state: '', zip: '' };
  const quote = {
    origin: { ...stop, name: 'T', type: 'marine', coordinates: [40.68, -74.15] },
    destination: { ...stop, name: 'Allentown, PA', type: 'city', coordinates: [40.6, -75.47] },
    distance: 83.1,
  } as const;
  expect(pricedRoute([rate], quote)).toBe(ROUTE);
  const others = [
    { ...quote, distance: 83.2 },
    { ...quote, origin: { ...quote.origin, name: 'U' } },
    { ...quote, origin: { ...quote.origin, type: 'rail' as const } },
    { ...quote, destination: { ...quote.destination, coordinates: [40.6, -75.4] as const } },
  ];
  for (const other of others) expect(pricedRoute([rate], other)).toBeUndefined();
  expect(pricedRoute([], quote)).toBeUndefined();
});

it('each event of a quote has words for it', () => {
  const titles = (['pending', 'converted', 'expired'] as const).map((status) =>
    eventTitle({ event: status === 'pending' ? 'quote.created' : 'quote.updated', status }),
  );
  expect(titles).toEqual(['Quote made', 'Quote converted', 'Quote expired']);
  expect(eventTitle({ event: 'quote.deleted', status: 'pending' })).toBe('Quote deleted');
});

it('each range of a preview has its own words, from less to more', () => {
  const { distribution } = summarizeChanges([]);
  expect(distribution.map(rangeText)).toEqual([
    'Over 20% less',
    '10 to 20% less',
    '5 to 10% less',
    '2 to 5% less',
    'Up to 2% less',
    'No change',
    'Up to 2% more',
    '2 to 5% more',
    '5 to 10% more',
    '10 to 20% more',
    'Over 20% more',
  ]);
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99 }), fc.integer({ min: 1, max: 50 }), (near, width) => {
      const more = rangeText({ from_percent: near, to_percent: near + width });
      const less = rangeText({ from_percent: -near - width, to_percent: -near });
      expect(less).toBe(more.replace('more', 'less'));
    }),
  );
});
