import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GeoRoutesClientConfig } from '@aws-sdk/client-geo-routes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { encodeHighways } from '../../../bin/build/places/encode-highways.ts';
import { greatCircleMiles } from '../../../shared/geography/places/great-circle.ts';
import {
  type AmazonLocationOptions,
  createAmazonLocationRoadDistances,
  createGeoRoutesClient,
  type MapFailure,
} from '../../../shared/geography/roads/amazon-location-road-distances.ts';
import { shortestPaths } from '../../../shared/geography/roads/highway-path.ts';
import {
  buildHighwayGraph,
  type HighwayColumns,
  LENGTHS_PER_MILE,
  NO_PATH,
  packHighways,
  unpackHighways,
} from '../../../shared/geography/roads/highways-file.ts';
import {
  createRoadMiles,
  crossesAny,
  milesAround,
  readWaterLines,
  typicalRoadMiles,
  type WaterLine,
} from '../../../shared/geography/roads/road-miles.ts';
import { simplifyLine } from '../../../shared/geography/routes/embedded-road-routes.ts';
import { requestSettings } from '../../../shared/platform/aws/request-settings.ts';

describe('road distances by the map service', () => {
  const ORIGIN = { latitude: 33.737, longitude: -118.254, state: 'CA' };
  const DESTINATION = { latitude: 33.45, longitude: -112.07, state: 'AZ' };
  const HAWAII = { latitude: 21.3, longitude: -157.86, state: 'HI' };
  const LANES = [
    { origin: ORIGIN, destination: DESTINATION },
    { origin: DESTINATION, destination: ORIGIN },
  ];
  const EMBEDDED = { routable: true, miles: 380, source: 'embedded', warnings: [] } as const;
  const METRES = 627_644;
  const OF_SERVICE = { source: 'amazon-location-truck' };
  const CREDENTIALS = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'token' };

  let calls: { headers: IncomingMessage['headers']; url: string | undefined; body: string }[] = [];
  let failures: MapFailure[] = [];
  let reply: (response: ServerResponse) => void = () => {};
  const server = createServer(async (request, response) => {
    const body = (await request.setEncoding('utf8').toArray()).join('');
    calls.push({ headers: request.headers, url: request.url, body });
    reply(response);
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  beforeEach(() => {
    calls = [];
    failures = [];
    reply = route(METRES);
  });

  const answerWith = (status: number, body: string) => (response: ServerResponse) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(body);
  const route = (metres: unknown) =>
    answerWith(200, JSON.stringify({ Routes: [{ Summary: { Distance: metres } }] }));

  function distances({
    credentials = CREDENTIALS,
    ...changes
  }: Partial<AmazonLocationOptions> & Pick<GeoRoutesClientConfig, 'credentials'> = {}) {
    const client = createGeoRoutesClient({
      region: 'us-east-1',
      credentials,
      endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      ...requestSettings({ timeoutMs: 200, attempts: 1 }),
    });
    return createAmazonLocationRoadDistances({
      client,
      fallback: { between: async (_, { state }) => (state === 'HI' ? { routable: false } : EMBEDDED) },
      onFailure: (failure) => failures.push(failure),
      ...changes,
    });
  }

  it('are requested for a truck, longitude first, signed, and returned in miles', async () => {
    const expected = { routable: true, miles: METRES / 1609.344, ...OF_SERVICE, warnings: [] };
    expect(await distances().between(ORIGIN, DESTINATION)).toEqual(expected);
    expect(calls.map(({ url }) => url)).toEqual(['/v2/routes']);
    expect(JSON.parse(calls[0]?.body ?? '')).toMatchObject({
      Origin: [-118.254, 33.737],
      Destination: [-112.07, 33.45],
      TravelMode: 'Truck',
      Avoid: { Ferries: true },
    });
    expect(calls[0]?.headers.authorization).toMatch(
      /^AWS4-HMAC-SHA256 Credential=key\/\d{8}\/us-east-1\/geo-routes\/aws4_request, /,
    );
    expect(failures).toEqual([]);
  });

  it('are requested once per lane, also by concurrent callers, and never without a road', async () => {
    const service = distances();
    await Promise.all([service.between(ORIGIN, DESTINATION), service.between(ORIGIN, DESTINATION)]);
    await service.between(ORIGIN, DESTINATION);
    expect(await service.between(ORIGIN, HAWAII)).toEqual({ routable: false });
    expect(calls).toHaveLength(1);
  });

  it.each([
    ['usable', METRES],
    ['unusable', METRES * 10],
  ])('are cached for a limited number of lanes, also %s ones', async (_, metres) => {
    reply = route(metres);
    const service = distances({ cacheSize: 2 });
    const near = (shift: number) => ({ ...DESTINATION, latitude: DESTINATION.latitude + shift });
    for (const shift of [0, 0.1, 0.1, 0.2, 0]) await service.between(ORIGIN, near(shift));
    expect(calls).toHaveLength(4);
  });

  it.each([
    ['fails', answerWith(500, '{"message":"sorry"}'), /status 500/],
    ['throttles', answerWith(429, '{"message":"slow down"}'), /status 429/],
    ['rejects the credentials', answerWith(403, '{"message":"no"}'), /status 403/],
    ['hangs up', (response: ServerResponse) => response.destroy(), /./],
    ['does not answer in time', () => {}, /TimeoutError/],
    [
      'does not end in time',
      (response: ServerResponse) => response.writeHead(200).write('{"Routes":'),
      /TimeoutError/,
    ],
  ])('are the embedded ones, for all lanes, when the service %s', async (_, badReply, reason) => {
    reply = badReply;
    const service = distances();
    expect(await service.between(ORIGIN, DESTINATION)).toEqual(EMBEDDED);
    expect(await service.between(DESTINATION, ORIGIN)).toEqual(EMBEDDED);
    expect(calls).toHaveLength(1);
    expect(failures).toEqual([{ of: 'service', reason: expect.stringMatching(reason) }]);
  });

  it.each([
    ['rejects the lane', answerWith(400, '{"message":"no"}'), /status 400/],
    ['answers garbage', answerWith(200, '<html>'), /SyntaxError/],
    ['answers another shape', answerWith(200, '{"Routes":[{}]}'), /does not contain one route/],
    ['knows no route', answerWith(200, '{"Routes":[]}'), /does not contain one route/],
    ['counts in text', route('627644'), /does not contain one route/],
    ['answers less than the great circle', route(1000), /implausible/],
    ['answers many times too much', route(METRES * 10), /implausible/],
  ])('are the embedded ones for one lane only when the service %s', async (_, badReply, reason) => {
    reply = badReply;
    const service = distances();
    const twice = [service.between(ORIGIN, DESTINATION), service.between(ORIGIN, DESTINATION)];
    expect(await Promise.all(twice)).toEqual([EMBEDDED, EMBEDDED]);
    expect(failures).toEqual([{ of: 'lane', reason: expect.stringMatching(reason) }]);

    reply = route(METRES);
    expect(await service.between(DESTINATION, ORIGIN)).toMatchObject(OF_SERVICE);
    expect(await service.between(ORIGIN, DESTINATION)).toEqual(EMBEDDED);
    expect(await service.betweenAll(LANES)).toBeUndefined();
    expect(calls).toHaveLength(2);
    expect(failures).toHaveLength(1);
  });

  it('are the embedded ones when there are no credentials', async () => {
    const credentials = () =>
      Promise.reject(Object.assign(new Error('not set'), { name: 'CredentialsProviderError' }));
    expect(await distances({ credentials }).between(ORIGIN, DESTINATION)).toEqual(EMBEDDED);
    expect(failures).toEqual([{ of: 'service', reason: 'CredentialsProviderError' }]);
  });

  it('are not requested from a failing service for 30 seconds, but known ones come from the cache', async () => {
    let time = Date.parse('2026-10-07T12:00:00Z');
    const service = distances({ now: () => new Date(time) });
    const elsewhere = { ...DESTINATION, latitude: 34 };
    await service.between(ORIGIN, elsewhere);
    reply = answerWith(503, '');
    await Promise.all(LANES.map(({ origin, destination }) => service.between(origin, destination)));
    expect([calls.length, failures.length]).toEqual([3, 1]);

    reply = route(METRES);
    time += 29_000;
    expect(await service.between(ORIGIN, DESTINATION)).toEqual(EMBEDDED);
    expect(await service.between(ORIGIN, elsewhere)).toMatchObject(OF_SERVICE);
    expect(calls).toHaveLength(3);
    time += 2_000;
    expect(await service.between(ORIGIN, DESTINATION)).toMatchObject(OF_SERVICE);
  });

  it('of several lanes all come from the service, or are undefined', async () => {
    expect(await distances().betweenAll(LANES)).toMatchObject([OF_SERVICE, OF_SERVICE]);
    expect(calls).toHaveLength(2);
    reply = (response) => (calls.length === 3 ? route(METRES) : answerWith(500, ''))(response);
    const service = distances();
    expect(await service.betweenAll(LANES)).toBeUndefined();
    expect(await service.betweenAll([{ origin: ORIGIN, destination: HAWAII }])).toBeUndefined();
    expect(failures).toHaveLength(1);
  });
});

describe('the highways file', () => {
  const POSITIONS: Readonly<Record<string, { latitude: number; longitude: number }>> = {
    'Alpha KS': { latitude: 38, longitude: -98 },
    'Beta KS': { latitude: 38.5, longitude: -97.25 },
    'Gamma KS': { latitude: 39, longitude: -99 },
  };
  const LAKE = {
    points: [38, 39, 40].map((latitude) => ({
      ...{ latitude, longitude: -90 },
      end: latitude === 38 ? ('open' as const) : undefined,
    })),
  };
  const positionOf = (name: string) => POSITIONS[name] ?? { latitude: 0, longitude: 0 };
  const encoded = encodeHighways(
    [
      {
        ...{ ends: ['Gamma KS', 'Alpha KS'], miles: 100, interstate: true, name: 'I-1' },
        toll: { facility: 'Bridge', toward: ['Alpha KS'] },
      },
      { ends: ['Alpha KS', 'Beta KS'], miles: 100, interstate: false, name: 'US-2' },
    ],
    positionOf,
    [LAKE, LAKE],
  );

  it('has the encoded highways, with a weight on roads other than Interstates, at any offset', () => {
    const shifted = new Uint8Array(encoded.length + 3);
    shifted.set(encoded, 3);
    const columns = unpackHighways(shifted.subarray(3));
    const { latitudes, longitudes, from, to, tenths, names, nameTexts, tollsForward, tollsBackward } =
      columns;
    const all = [latitudes, longitudes, from, to, tenths, names, tollsForward, tollsBackward];
    expect(all.map((column) => [...column])).toEqual([
      [3800, 3850, 3900],
      [-9800, -9725, -9900],
      [0, 0],
      [1, 2],
      [1030, 1000],
      [2, 1],
      [-1, -1],
      [-1, 0],
    ]);
    expect(String.fromCharCode(...nameTexts)).toBe('Bridge\nI-1\nUS-2');
    expect(packHighways(columns)).toEqual(encoded);
  });

  it.each([
    ['nothing', new Uint8Array(0)],
    ['another file', encoded.map(() => 7)],
    ['a truncated file', encoded.subarray(0, -2)],
    ['a file with more behind it', new Uint8Array([...encoded, 0, 0])],
  ])('is rejected when it is %s', (_, bytes) => {
    expect(() => unpackHighways(bytes)).toThrow('unsupported layout');
  });

  it('is rejected when miles do not fit', () => {
    const road = { ends: ['Alpha KS', 'Beta KS'], miles: 4000, interstate: true, name: 'I-1' } as const;
    expect(() => encodeHighways([road], positionOf, [])).toThrow('do not fit');
  });

  it('has water lines, which send a crossing path around their open end and change no other path', () => {
    const lines = readWaterLines(unpackHighways(encoded));
    const [west, east] = [-91, -89].map((longitude) => ({ latitude: 38.2, longitude }));
    if (west === undefined || east === undefined) throw new Error('no points');
    expect(lines[1]).toMatchObject({ openEnds: [{ latitude: 38, longitude: -90 }], south: 38, north: 40 });
    const straight = milesAround([], west, east);
    expect(milesAround(lines, west, east)).toBeGreaterThan(straight);
    expect(milesAround(lines, west, east)).toBeLessThan(straight + 12);
    const beside = { latitude: 39, longitude: -90.5 };
    expect(milesAround(lines, west, beside)).toBe(milesAround([], west, beside));
    expect(crossesAny(lines, { ...west, latitude: 37.9 }, { ...east, latitude: 37.9 })).toBe(false);
    const closed = lines.map((line) => ({ ...line, openEnds: [] }));
    expect(milesAround(closed, west, east)).toBe(Number.POSITIVE_INFINITY);
    // The way to the open end crosses another line.
    const across = { isBridged: false, south: 38.1, west: -90.8, north: 38.1, east: -90.2 };
    const ends = [across.west, across.east].map((longitude) => ({ latitude: 38.1, longitude }));
    const both = [...lines, { ...across, points: ends, openEnds: ends.slice(0, 1) }];
    expect(milesAround(both, west, east)).toBeGreaterThan(milesAround(lines, west, east));
  });
});

describe('road miles between two points', () => {
  const origin = { latitude: 39, longitude: -95 };
  const TOLLS = [{ facility: 'Bridge', miles: 1, crossings: 1, outward: true, back: true }];
  const roadMiles = (miles: number, lines: readonly WaterLine[] = []) =>
    createRoadMiles(() => ({ miles, tolls: TOLLS }), lines);

  it('have the tolls of the highways, unless local roads are clearly shorter', () => {
    const north = { ...origin, latitude: origin.latitude + 0.5 };
    const local = typicalRoadMiles(greatCircleMiles(origin, north));
    const tollsOf = (highways: number) => roadMiles(highways)(origin, north).tolls;
    expect([local - 1, local + 2, local * 1.2].map(tollsOf)).toEqual([TOLLS, TOLLS, []]);
  });

  it.each([
    ['never below the great circle', 0.1, (straight: number) => [straight / 2, straight]],
    ['never below the great circle far away', 2, (straight: number) => [straight / 2, straight]],
    [
      'the local path if it is shorter, up to 5 miles',
      0.05,
      (_: number, local: number) => [local + 5, local],
    ],
    ['the highway path if it is shorter', 0.5, (_: number, local: number) => [local - 1, local - 1]],
    ['the highway path from 120 miles', 2.5, (_: number, local: number) => [local + 30, local + 30]],
    ['at most twice the local path plus 10', 2.5, (_: number, local: number) => [10 * local, 2 * local + 10]],
  ])('are %s', (_, degrees, of) => {
    const north = { latitude: origin.latitude + degrees, longitude: origin.longitude };
    const straight = greatCircleMiles(origin, north);
    const [highways = 0, expected] = of(straight, typicalRoadMiles(straight));
    expect(roadMiles(highways)(origin, north).miles).toBe(expected);
  });

  it('are between the local and a longer highway path from 5 to 120 miles, unless water without many bridges is between the points', () => {
    const north = { ...origin, latitude: origin.latitude + 0.5 };
    const local = typicalRoadMiles(greatCircleMiles(origin, north));
    const highways = local + 10;
    const { miles } = roadMiles(highways)(origin, north);
    expect(miles).toBeGreaterThan(local);
    expect(miles).toBeLessThan(local + 4);
    const river = {
      points: [-96, -94].map((longitude) => ({ latitude: 39.2, longitude })),
      ...{ openEnds: [], isBridged: false, south: 39.2, west: -96, north: 39.2, east: -94 },
    };
    expect(roadMiles(highways, [river])(origin, north)).toMatchObject({ miles: highways, tolls: TOLLS });
    const bridged = roadMiles(highways, [{ ...river, isBridged: true }]);
    expect(bridged(origin, north)).toMatchObject({ miles, tolls: TOLLS });
  });
});

describe('shortest paths', () => {
  type Road = readonly [from: number, to: number, tenths: number];
  const JUNCTIONS = 12;
  const junction = fc.integer({ min: 0, max: JUNCTIONS - 1 });
  const road = fc.tuple(junction, junction, fc.integer({ min: 0, max: 3000 }));
  const start = fc.tuple(junction, fc.integer({ min: 0, max: 200_000 }));

  function columnsOf(roads: readonly Road[]): HighwayColumns {
    const [from, to, tenths] = [0, 1, 2].map((at) => Int16Array.from(roads, (each) => each[at] ?? 0));
    const positions = new Int16Array(JUNCTIONS);
    return { latitudes: positions, longitudes: positions, from, to, tenths } as HighwayColumns;
  }

  /** Naive search: relaxes all roads until no path gets shorter. */
  function naive(roads: readonly Road[], starts: readonly (readonly [number, number])[]): number[] {
    const best: number[] = Array(JUNCTIONS).fill(NO_PATH);
    const of = (at: number): number => best[at] ?? NO_PATH;
    for (const [at, length] of starts) best[at] = Math.min(of(at), length);
    for (const _ of best) {
      for (const [a, b, tenths] of roads) {
        const length = (tenths * LENGTHS_PER_MILE) / 10;
        best[b] = Math.min(of(b), of(a) + length);
        best[a] = Math.min(of(a), of(b) + length);
      }
    }
    return best;
  }

  it('equal the result of a naive search', () => {
    fc.assert(
      fc.property(fc.array(road, { maxLength: 30 }), fc.array(start, { maxLength: 4 }), (roads, starts) => {
        const found = shortestPaths(buildHighwayGraph(columnsOf(roads)), starts);
        expect([...found]).toEqual(naive(roads, starts));
      }),
      { numRuns: 500 },
    );
  });
});

describe('a simplified line', () => {
  it('has some of the points in their order, both ends, and at most the maximum', () => {
    const anyPoint = fc.record({
      latitude: fc.double({ min: 25, max: 49, noNaN: true }),
      longitude: fc.double({ min: -125, max: -67, noNaN: true }),
    });
    const anyLine = fc.array(anyPoint, { minLength: 2, maxLength: 60 });
    fc.assert(
      fc.property(anyLine, fc.integer({ min: 2, max: 40 }), (line, max) => {
        const simple = simplifyLine(line, max);
        expect(simple).toHaveLength(Math.min(line.length, max));
        expect([simple[0], simple.at(-1)]).toEqual([line[0], line.at(-1)]);
        const kept = new Set(simple);
        expect(line.filter((point) => kept.has(point))).toEqual(simple);
      }),
    );
  });

  it('keeps corners and drops points of straight parts', () => {
    const corners = [0, 0, 0, 1, 0, 2, 2, 2, 3, 2, 4, 2];
    const line = [0, 2, 4, 6, 8, 10].map((at) => ({
      latitude: corners[at] ?? 0,
      longitude: corners[at + 1] ?? 0,
    }));
    expect(simplifyLine(line, 3)).toEqual([line[0], line[2], line[5]]);
  });
});
