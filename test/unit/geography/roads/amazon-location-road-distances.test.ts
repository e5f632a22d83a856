import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { GeoRoutesClientConfig } from '@aws-sdk/client-geo-routes';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type AmazonLocationOptions,
  createAmazonLocationRoadDistances,
  createGeoRoutesClient,
  type MapFailure,
} from '../../../../shared/geography/roads/amazon-location-road-distances.ts';
import type { MapRoutes, RoadDistances } from '../../../../shared/geography/roads/road-distance.ts';
import { requestSettings } from '../../../../shared/platform/aws/request-settings.ts';

const ORIGIN = { latitude: 33.737, longitude: -118.254, state: 'CA' };
const DESTINATION = { latitude: 33.45, longitude: -112.07, state: 'AZ' };
const HAWAII = { latitude: 21.3, longitude: -157.86, state: 'HI' };
const EMBEDDED = { routable: true, miles: 380, source: 'embedded', warnings: [] } as const;
const METRES = 627_644;
const CREDENTIALS = { accessKeyId: 'key', secretAccessKey: 'secret', sessionToken: 'token' };

const fallback: RoadDistances = {
  between: async (_, { state }) => (state === 'HI' ? { routable: false } : EMBEDDED),
};

interface Call {
  readonly headers: IncomingMessage['headers'];
  readonly url: string | undefined;
  readonly body: string;
}

/** Fake of the service: records the calls and responds with `reply`. */
let server: Server;
let calls: Call[] = [];
let reply: (response: ServerResponse) => void = () => {};

const answerWith = (status: number, body: string) => (response: ServerResponse) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(body);
const route = (metres: unknown) =>
  answerWith(200, JSON.stringify({ Routes: [{ Summary: { Distance: metres } }] }));

let failures: MapFailure[] = [];

function distances({
  credentials = CREDENTIALS,
  ...changes
}: Partial<AmazonLocationOptions> & Pick<GeoRoutesClientConfig, 'credentials'> = {}): RoadDistances &
  MapRoutes {
  const client = createGeoRoutesClient({
    region: 'us-east-1',
    credentials,
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    ...requestSettings({ timeoutMs: 200, attempts: 1 }),
  });
  return createAmazonLocationRoadDistances({
    client,
    fallback,
    onFailure: (failure) => failures.push(failure),
    ...changes,
  });
}

describe('road distances by the map service', () => {
  beforeAll(async () => {
    server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        calls.push({ headers: request.headers, url: request.url, body: Buffer.concat(chunks).toString() });
        reply(response);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  beforeEach(() => {
    calls = [];
    failures = [];
  });

  it('are requested for a truck, longitude first, signed, and returned in miles', async () => {
    reply = route(METRES);
    expect(await distances().between(ORIGIN, DESTINATION)).toEqual({
      routable: true,
      miles: METRES / 1609.344,
      source: 'amazon-location-truck',
      warnings: [],
    });
    expect(calls).toHaveLength(1);
    expect(calls[0]?.url).toBe('/v2/routes');
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

  it('are requested once per lane, also by concurrent callers', async () => {
    reply = route(METRES);
    const service = distances();
    await Promise.all([service.between(ORIGIN, DESTINATION), service.between(ORIGIN, DESTINATION)]);
    await service.between(ORIGIN, DESTINATION);
    expect(calls).toHaveLength(1);
  });

  it('are cached for a limited number of lanes', async () => {
    reply = route(METRES);
    const service = distances({ cacheSize: 2 });
    const near = (shift: number) => ({ ...DESTINATION, latitude: DESTINATION.latitude + shift });
    for (const shift of [0, 0.1, 0.2, 0]) await service.between(ORIGIN, near(shift));
    expect(calls).toHaveLength(4);
  });

  it('are not requested without a road', async () => {
    expect(await distances().between(ORIGIN, HAWAII)).toEqual({ routable: false });
    expect(calls).toEqual([]);
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
  ])(
    'are the embedded ones for one lane only, after one request, when the service %s',
    async (_, badReply, reason) => {
      reply = badReply;
      const service = distances();
      const found = await Promise.all([
        service.between(ORIGIN, DESTINATION),
        service.between(ORIGIN, DESTINATION),
      ]);
      expect(found).toEqual([EMBEDDED, EMBEDDED]);
      expect(failures).toEqual([{ of: 'lane', reason: expect.stringMatching(reason) }]);

      reply = route(METRES);
      expect(await service.between(DESTINATION, ORIGIN)).toMatchObject({ source: 'amazon-location-truck' });
      expect(await service.between(ORIGIN, DESTINATION)).toEqual(EMBEDDED);
      expect(await service.betweenAll([{ origin: ORIGIN, destination: DESTINATION }])).toBeUndefined();
      expect(calls).toHaveLength(2);
      expect(failures).toHaveLength(1);
    },
  );

  it('are cached within the same limit, usable or not', async () => {
    reply = route(METRES * 10);
    const service = distances({ cacheSize: 1 });
    await service.between(ORIGIN, DESTINATION);
    await service.between(DESTINATION, ORIGIN);
    await service.between(ORIGIN, DESTINATION);
    expect(calls).toHaveLength(3);
  });

  it('are the embedded ones when there are no credentials', async () => {
    const credentials = () =>
      Promise.reject(Object.assign(new Error('not set'), { name: 'CredentialsProviderError' }));
    expect(await distances({ credentials }).between(ORIGIN, DESTINATION)).toEqual(EMBEDDED);
    expect(failures).toEqual([{ of: 'service', reason: 'CredentialsProviderError' }]);
  });

  it('are not requested from a failing service for 30 seconds', async () => {
    let time = Date.parse('2026-10-07T12:00:00Z');
    const service = distances({ now: () => new Date(time) });
    reply = answerWith(503, '');
    await Promise.all([service.between(ORIGIN, DESTINATION), service.between(DESTINATION, ORIGIN)]);
    expect(calls).toHaveLength(2);
    expect(failures).toHaveLength(1);

    reply = route(METRES);
    time += 29_000;
    expect(await service.between(ORIGIN, DESTINATION)).toEqual(EMBEDDED);
    expect(calls).toHaveLength(2);
    time += 2_000;
    expect(await service.between(ORIGIN, DESTINATION)).toMatchObject({ source: 'amazon-location-truck' });
  });

  it('come from the cache while the service is not called', async () => {
    const service = distances();
    reply = route(METRES);
    await service.between(ORIGIN, DESTINATION);
    reply = answerWith(500, '');
    await service.between(DESTINATION, ORIGIN);
    expect(await service.between(ORIGIN, DESTINATION)).toMatchObject({ source: 'amazon-location-truck' });
    expect(calls).toHaveLength(2);
  });

  it('of several lanes all come from the service', async () => {
    reply = route(METRES);
    const lanes = [
      { origin: ORIGIN, destination: DESTINATION },
      { origin: DESTINATION, destination: ORIGIN },
    ];
    const found = await distances().betweenAll(lanes);
    expect(found?.map(({ source }) => source)).toEqual(['amazon-location-truck', 'amazon-location-truck']);
    expect(calls).toHaveLength(2);
  });

  it('of several lanes are undefined when one lane has no usable route', async () => {
    const lanes = [
      { origin: ORIGIN, destination: DESTINATION },
      { origin: DESTINATION, destination: ORIGIN },
    ];
    reply = (response) => (calls.length === 1 ? route(METRES) : answerWith(500, ''))(response);
    const service = distances();
    expect(await service.betweenAll(lanes)).toBeUndefined();
    expect(await service.betweenAll([{ origin: ORIGIN, destination: HAWAII }])).toBeUndefined();
    expect(failures).toHaveLength(1);
  });
});
