import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { ContributionAnswer } from '../../shared/market/contribution/contribution-document.ts';
import type {
  CreatedUploadAnswer,
  UploadDocument,
} from '../../shared/market/upload-operations/upload-document.ts';
import { addDays, utcDay } from '../../shared/platform/time/utc-day.ts';
import { eventually } from '../support/eventually.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createEnterprise, type TestOrganization } from '../support/service-under-test.ts';

const HEADER = 'date,origin,destination_city,destination_state,destination_zip,equipment,rate,fuel_included';
const row = (daysAgo: number, terminal = 'APM Terminals Pier 400') =>
  `${addDays(utcDay(new Date()), -daysAgo)},${terminal},Ontario,CA,91761,40HC,650,true`;
const fileOf = (...rows: readonly string[]) => [HEADER, ...rows, ''].join('\n');

let service: LocalService;
let caller: TestOrganization;
beforeAll(async () => {
  // Imports change the rates of all callers, so it shares no tables with other test files.
  service = await startLocalService({ own: true });
  caller = await createEnterprise(service);
});
afterAll(() => service.stop());

type Upload = NonNullable<CreatedUploadAnswer['data']['upload']>;

async function create(idempotencyKey?: string, body: unknown = { fileName: 'loads.csv' }) {
  const { status, json, headers } = await service.call('POST', '/api/v1/market/uploads', {
    key: caller.apiKey,
    body,
    ...(idempotencyKey && { headers: { 'idempotency-key': idempotencyKey } }),
  });
  return { status, headers, data: (json as CreatedUploadAnswer).data };
}

const send = async ({ url, method, headers }: Upload, body: string) =>
  (await fetch(url, { method, headers, body })).status;

async function read(id: string, key = caller.apiKey) {
  const { status, json } = await service.call('GET', `/api/v1/market/uploads/${id}`, { key });
  return { status, data: (json as { data: UploadDocument }).data };
}

const endOf = (id: string) =>
  eventually(
    () => read(id),
    ({ data }) => !['awaiting_upload', 'importing'].includes(data.state),
  );

const observations = async () => {
  const { json } = await service.call('GET', '/api/v1/market/summary', { key: caller.apiKey });
  return (json as ContributionAnswer).data.observations;
};

describe('an uploaded file', () => {
  it('is imported once, whatever is sent to its address again', async () => {
    const { status, data } = await create();
    expect([status, data.state]).toEqual([200, 'awaiting_upload']);
    const upload = data.upload as Upload;
    expect(await send(upload, fileOf(row(3), row(4), row(5, 'Nowhere Terminal')))).toBe(200);
    const ended = await endOf(data.id);
    expect(ended.data).toMatchObject({
      state: 'imported',
      fileName: 'loads.csv',
      rows: { read: 3, imported: 2, duplicates: 0, rejected: 1 },
      rejectedRows: [
        {
          ...{ line: 4, reason: expect.stringContaining('"Nowhere Terminal"') },
          ...{ header: 'origin', value: 'Nowhere Terminal' },
        },
      ],
    });
    const list = await fetch(ended.data.rejectedFile?.url ?? '');
    expect(await list.text()).toMatch(/^line,reason,header,value,date.*\n4,.*Nowhere Terminal/);
    const before = await observations();
    expect(before).toBe(2);

    expect(await send(upload, fileOf(row(6), row(7)))).toBe(412);
    expect((await read(data.id)).data.rows).toEqual(ended.data.rows);
    expect(await observations()).toBe(before);
  });

  it('that was imported before adds nothing', async () => {
    const { data } = await create();
    await send(data.upload as Upload, fileOf(row(3), row(4)));
    const ended = await endOf(data.id);
    expect(ended.data.rows).toEqual({ read: 2, imported: 0, duplicates: 2, rejected: 0 });
  });

  it('that is not a file of loads is rejected with the name that the caller gave', async () => {
    const { data } = await create(undefined, { fileName: 'a "b" <c>.csv' });
    await send(data.upload as Upload, 'one,two\n1,2\n');
    const ended = await endOf(data.id);
    expect(ended.data).toMatchObject({ state: 'rejected', reason: expect.stringContaining('a "b" <c>.csv') });
    expect(JSON.stringify(ended.data)).not.toContain('organizations/');
  });
});

describe('a file with trailers and loads that do not say whether fuel is inside', () => {
  it('is imported and counted, and changes no rate of containers', async () => {
    const { apiKey: key } = await createEnterprise(service);
    const priced = async () => {
      const lane = {
        originTerminal: 'APM Terminals Pier 400',
        destinationCity: 'Ontario',
        destinationState: 'CA',
      };
      const { json } = await service.call('POST', '/api/v1/rates', { key, body: [lane] });
      return Object(json).data[0].analysis;
    };
    const day = (daysAgo: number) => addDays(utcDay(new Date()), -daysAgo);
    const unlearned = [
      `${day(3)},"Reno, NV",Phoenix,AZ,85001,dryvan,2400,true`,
      `${day(4)},89502,Phoenix,AZ,,Reefer,2900,`,
      `${day(5)},APM Terminals Pier 400,Phoenix,AZ,85001,flatbed,1500,false`,
      `${day(3)},APM Terminals Pier 400,Ontario,CA,91761,40HC,1900,`,
      `${day(4)},Springfield,Phoenix,AZ,85001,dryvan,2400,true`,
      `${day(5)},"Reno, NV",Phoenix,AZ,85001,dryvan,99000,true`,
    ];
    const importFile = async (...rows: readonly string[]) => {
      const { json } = await service.call('POST', '/api/v1/market/uploads', { key });
      const { data } = json as CreatedUploadAnswer;
      expect(await send(data.upload as Upload, fileOf(...rows))).toBe(200);
      const ended = await eventually(
        () => read(data.id, key),
        (found) => !['awaiting_upload', 'importing'].includes(found.data.state),
      );
      return ended.data;
    };
    const summary = async () =>
      ((await service.call('GET', '/api/v1/market/summary', { key })).json as ContributionAnswer).data;

    const before = await priced();
    const warnings = [
      '2 loads do not say whether fuel is inside: they are counted, and prices do not use them.',
    ];
    expect(await importFile(...unlearned)).toMatchObject({
      state: 'imported',
      rows: { read: 6, imported: 4, duplicates: 0, rejected: 2 },
      warnings,
      rejectedRows: [
        { line: 6, reason: expect.stringContaining('origin "Springfield" is ambiguous') },
        { line: 7, reason: expect.stringMatching(/^rate 99000 is more than 5 times off .* miles$/) },
      ],
    });
    const counts = {
      trailers: { observations: 2, byEquipment: { dryvan: 1, reefer: 0, flatbed: 1 } },
      fuelUnknown: 2,
    };
    expect(await summary()).toMatchObject({ observations: 0, freightMarkets: [], weeks: [], ...counts });
    expect(await priced()).toEqual(before);

    expect(await importFile(...unlearned, row(3), row(4))).toMatchObject({
      rows: { read: 8, imported: 2, duplicates: 4, rejected: 2 },
      warnings,
    });
    expect(await summary()).toMatchObject({ observations: 2, ...counts });
    const learned = await eventually(priced, ({ basis }) => basis.source === 'own loads');
    expect(learned.basis.source).toBe('own loads');
  });
});

describe('a converted quote', () => {
  const quoted = async (key: string, equipment_type = 'container_40hc') => {
    const body = {
      ...{ origin: 'USSAV', destination: 'Atlanta, GA', equipment_type },
      pickup_date: addDays(utcDay(new Date()), 5),
    };
    return Object((await service.call('POST', '/api/v1/quotes', { key, body })).json).quote.quote_id;
  };
  const convert = async (key: string, id: string) =>
    (await service.call('POST', `/api/v1/quotes/${id}/convert`, { key })).status;
  const summaryOf = async (key: string) =>
    ((await service.call('GET', '/api/v1/market/summary', { key })).json as ContributionAnswer).data;

  it('is one load in the market data of its organization from the setting on', async () => {
    const { apiKey: key } = await createEnterprise(service);
    const { apiKey: other } = await createEnterprise(service);
    expect(await convert(key, await quoted(key))).toBe(200);

    const { json } = await service.call('GET', '/api/v1/pricing-strategy', { key });
    expect(json).not.toHaveProperty('converted_quotes_as_loads');
    const body = { ...Object(json), converted_quotes_as_loads: true };
    const preview = await service.call('POST', '/api/v1/pricing-strategy/preview', { key, body });
    expect(preview.json).toMatchObject({ summary: { changed: 0 } });
    const set = await service.call('PUT', '/api/v1/pricing-strategy', { key, body });
    expect(set.json).toMatchObject({ version: 1, converted_quotes_as_loads: true });
    const history = await service.call('GET', '/api/v1/pricing-strategy/history', { key });
    expect(history.json).toMatchObject({
      versions: [{ terms: { converted_quotes_as_loads: true } }, { version: 0 }],
    });

    const [trailer, first, second] = [await quoted(key, 'dryvan'), await quoted(key), await quoted(key)];
    for (const id of [trailer, first, first]) expect(await convert(key, id)).toBe(200);
    const one = await eventually(
      () => summaryOf(key),
      ({ observations: count }) => count > 0,
    );
    expect(one).toMatchObject({
      ...{ mode: 'test', shared: false, observations: 1 },
      freightMarkets: [{ name: 'savannah', observations: 1 }],
    });
    await convert(key, second);
    await service.call('DELETE', `/api/v1/quotes/${first}`, { key });
    const two = await eventually(
      () => summaryOf(key),
      ({ observations: count }) => count > 1,
    );
    expect(two.observations).toBe(2);
    expect((await summaryOf(other)).observations).toBe(0);
  });
});

describe('an announcement', () => {
  it('is repeated with its Idempotency-Key, and has a new address for the same upload', async () => {
    const first = await create('once');
    const second = await create('once');
    expect(second.headers.get('idempotency-replayed')).toBe('true');
    expect(second.data.id).toBe(first.data.id);
    expect(await send(second.data.upload as Upload, fileOf(row(8)))).toBe(200);
    expect(await send(first.data.upload as Upload, fileOf(row(8)))).toBe(412);
    expect((await create('once', { fileName: 'other.csv' })).status).toBe(409);
    await endOf(first.data.id);
  });

  it('of concurrent calls with one key is one', async () => {
    const all = await Promise.all(Array.from({ length: 4 }, () => create('at-once')));
    expect(new Set(all.map(({ data }) => data.id)).size).toBe(1);
  });

  it('needs no body, and accepts no unknown field', async () => {
    const { apiKey: key } = caller;
    expect((await service.call('POST', '/api/v1/market/uploads', { key })).status).toBe(200);
    expect((await create(undefined, { filename: 'a.csv' })).status).toBe(400);
  });

  it('of one organization is unknown to another', async () => {
    const { data } = await create();
    const other = await createEnterprise(service);
    expect((await read(data.id, other.apiKey)).status).toBe(404);
    expect((await read('..%2F..%2Fsecret')).status).toBe(404);
  });
});
