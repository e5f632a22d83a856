import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { addDays, utcDay } from '../../../shared/platform/time/utc-calendar.ts';
import { eventually } from '../../support/eventually.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { createOrganization } from '../../support/service-under-test.ts';

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service?.stop());

interface History {
  readonly months: readonly object[];
  readonly recent: readonly { readonly quote_id: string; readonly equipment_type: string }[];
  readonly complete: boolean;
}

const newCaller = async () => {
  const { apiKey: key } = await createOrganization(service);
  const call = async <Body>(method: string, path: string, body?: unknown) => {
    const answer = await service.call(method, path, { key, ...(body === undefined ? {} : { body }) });
    expect([answer.status, answer.text]).toEqual([200, answer.text]);
    return answer.json as Body;
  };
  const history = (query: Readonly<Record<string, string>>) =>
    call<History>('GET', `/api/v1/lanes/history?${new URLSearchParams(query)}`);
  const quote = async (fields: object) => {
    const body = {
      equipment_type: 'container_40hc',
      pickup_date: addDays(utcDay(new Date()), 10),
      ...fields,
    };
    const made = await call<{ quote: { quote_id: string; pricing: { total_rate: number } } }>(
      'POST',
      '/api/v1/quotes',
      body,
    );
    return made.quote;
  };
  return { key, call, history, quote };
};
const month = utcDay(new Date()).slice(0, 7);

it('the history of a lane has its quotes and those near it, with their outcomes', async () => {
  const { call, history, quote } = await newCaller();
  const other = await newCaller();
  const lane = { origin: 'USSAV', destination: '30318' };
  const won = await quote({ ...lane, customer: 'Acme Inc' });
  const lost = await quote({ ...lane, destination: '30303' });
  const van = await quote({ ...lane, equipment_type: 'dryvan' });
  await quote({ origin: 'USSAV', destination: 'Macon, GA' });
  await call('POST', `/api/v1/quotes/${won.quote_id}/convert`);
  await call('POST', `/api/v1/quotes/${lost.quote_id}/decline`, { reason: 'price' });
  await call('POST', '/api/v1/customers', { name: 'Acme' });

  const average = (quotes: readonly { pricing: { total_rate: number } }[]) =>
    Math.round(quotes.reduce((sum, { pricing }) => sum + pricing.total_rate * 100, 0) / quotes.length) / 100;
  const containers = { quoted: 2, won: 1, lost: 1, average_total: average([won, lost]) };
  expect(await history({ ...lane, equipment_type: 'container_40hc' })).toEqual({
    months: [{ month, ...containers }],
    recent: [lost, won].map(({ quote_id }) =>
      expect.objectContaining({ quote_id, equipment_type: 'container_40hc' }),
    ),
    complete: true,
  });
  // A city is a door and the city of the port.
  const named = await history({ origin: 'Savannah, GA', destination: 'Atlanta, GA' });
  expect(named.recent.map(({ quote_id }) => quote_id)).toEqual(
    [van, lost, won].map(({ quote_id }) => quote_id),
  );
  expect((await history({ ...lane, customer: 'ACME' })).recent).toHaveLength(1);
  expect((await history({ ...lane, customer: 'Other' })).months).toEqual([]);
  expect((await other.history(lane)).months).toEqual([]);

  await call('DELETE', `/api/v1/quotes/${van.quote_id}`);
  expect((await history(lane)).recent).toHaveLength(2);
});

it('counts imported quotes, also after a correction', async () => {
  const { call, history } = await newCaller();
  const importFile = async (text: string) => {
    const { upload } = await call<{
      upload: {
        upload_id: string;
        address: { url: string; method: string; headers: Record<string, string> };
      };
    }>('POST', '/api/v1/quotes/uploads', { file_name: 'quotes.csv' });
    const { url, method, headers } = upload.address;
    expect((await fetch(url, { method, headers, body: text })).status).toBe(200);
    const path = `/api/v1/quotes/uploads/${upload.upload_id}`;
    const ended = await eventually(
      async () => (await call<{ upload: { state: string } }>('GET', path)).upload,
      ({ state }) => !['awaiting_upload', 'importing'].includes(state),
    );
    expect(ended.state).toBe('imported');
  };
  const file = (day: string, outcome: string) =>
    `quote number,date,origin,destination,equipment,customer,total,outcome\nP-1,${day},USSAV,"Atlanta, GA",40HC,Acme,1000.50,${outcome}\n`;
  await importFile(file('2026-03-04', 'open'));
  const lane = { origin: 'USSAV', destination: 'Atlanta, GA' };
  const counted = { quoted: 1, won: 0, lost: 0, average_total: 1000.5 };
  expect(await history(lane)).toEqual({
    months: [{ month: '2026-03', ...counted }],
    recent: [],
    complete: true,
  });
  await importFile(file('2026-04-04', 'won'));
  expect((await history(lane)).months).toEqual([{ month: '2026-04', ...counted, won: 1 }]);
});

it.each([
  [{ destination: 'Atlanta, GA' }, 'origin'],
  [{ origin: 'Nowhere at all', destination: 'Atlanta, GA' }, 'origin'],
  [{ origin: 'USSAV', destination: 'x'.repeat(2_000) }, 'destination'],
  [{ origin: 'USSAV', destination: 'Atlanta, GA', equipment_type: 'boat' }, 'equipment_type'],
])('rejects %j', async (query, field) => {
  const { key } = await newCaller();
  const path = `/api/v1/lanes/history?${new URLSearchParams(query as Record<string, string>)}`;
  expect(await service.call('GET', path, { key })).toMatchObject({
    status: 400,
    json: { error: { code: 'INVALID_PARAMETERS', details: { errors: [{ field }] } } },
  });
});
