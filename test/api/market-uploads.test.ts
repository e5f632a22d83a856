import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { engineSettings } from '../../lib/local/template/local-names.ts';
import type { ContributionAnswer } from '../../shared/market/contribution/read-contribution.ts';
import type { CreatedUploadAnswer, UploadDocument } from '../../shared/market/importing/load-uploads.ts';
import { createS3Client } from '../../shared/platform/s3/s3-client.ts';
import { createS3ObjectStore } from '../../shared/platform/s3/s3-object-store.ts';
import { addDays, utcDay } from '../../shared/platform/time/utc-calendar.ts';
import { engineQueues } from '../support/engine-queues.ts';
import { eventually } from '../support/eventually.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { runningHost } from '../support/running-host.ts';
import { createEnterprise, type TestOrganization } from '../support/service-under-test.ts';

const HEADER = 'date,origin,destination_city,destination_state,destination_zip,equipment,rate,fuel_included';
const row = (daysAgo: number, terminal = 'APM Terminals Pier 400') =>
  `${addDays(utcDay(new Date()), -daysAgo)},${terminal},Ontario,CA,91761,40HC,650,true`;
const fileOf = (...rows: readonly string[]) => [HEADER, ...rows, ''].join('\n');

let service: LocalService;
let caller: TestOrganization;
/** Messages of imports that the function received. */
const imports: string[] = [];
beforeAll(async () => {
  // Imports change the rates of all callers, so it shares no tables with other test files.
  service = await startLocalService({
    own: true,
    onInvocation: ({ functionName, event }) => {
      if (!/importmarket/i.test(functionName)) return;
      for (const { body } of JSON.parse(event).Records) if (body.startsWith('{"upload"')) imports.push(body);
    },
  });
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
        { line: 6, reason: expect.stringMatching(/^origin "Springfield" is a city in .*: add the state$/) },
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
    expect((await create(undefined, { fileName: '\ud800.csv' })).status).toBe(400);
  });

  it('of one organization is unknown to another', async () => {
    const { data } = await create();
    const other = await createEnterprise(service);
    expect((await read(data.id, other.apiKey)).status).toBe(404);
    expect((await read('..%2F..%2Fsecret')).status).toBe(404);
  });
});

describe('the log of imports', () => {
  const MARKER = 'Zqxwvkjh';
  /** Marked cells: a column that is not read, and places that are unknown. */
  const marked = (header: string, ...rows: readonly string[]) =>
    [`${header},${MARKER}header`, ...rows.map((cells) => `${cells},${MARKER}cell`), ''].join('\n');
  const FILES: Readonly<Record<string, string>> = {
    '/api/v1/market/uploads': marked(
      HEADER,
      row(3),
      row(4, `${MARKER} Terminal`),
      `${MARKER}day,,${MARKER}city,${MARKER},${MARKER}zip,${MARKER}box,${MARKER}rate,${MARKER}`,
    ),
    '/api/v1/contract-rates/uploads': marked(
      'customer,origin,destination,equipment_type,rate_type,amount,fuel,effective_from',
      `${MARKER} Foods,USLAX,"Phoenix, AZ",40HC,flat,900,included,2030-01-01`,
      Array(8).fill(`${MARKER}bad`).join(),
    ),
    '/api/v1/quotes/uploads': marked(
      'date,origin,destination,equipment,customer,total,outcome',
      `2026-03-04,USLAX,"Phoenix, AZ",dry van,${MARKER} Foods,1250,won`,
      Array(7).fill(`${MARKER}bad`).join(),
    ),
  };
  /** A quote that is not closed, and bytes that are neither text nor a workbook. */
  const BROKEN = [
    `${MARKER},"${MARKER}\n`,
    `${MARKER}\0\n`,
    `PK\u0003\u0004${MARKER}`,
    `${MARKER}\n${MARKER}\n`,
  ];

  it('has the codes of what happened, and no cell of a file', async () => {
    const { apiKey: key } = await createEnterprise(service);
    const call = async (method: string, path: string, body?: unknown) =>
      Object((await service.call(method, path, { key, ...(body === undefined ? {} : { body }) })).json);
    const endOfFile = async (path: string, file: string) => {
      const { data, upload } = await call('POST', path, {});
      await send(data?.upload ?? upload.address, file);
      const of = await eventually(
        () => call('GET', `${path}/${data?.id ?? upload.upload_id}`),
        ({ data: loads, upload: rows }) => !['awaiting_upload', 'importing'].includes((loads ?? rows).state),
      );
      return (of.data ?? of.upload).state;
    };
    for (const [path, file] of Object.entries(FILES)) {
      expect(await endOfFile(path, file)).toBe('imported');
      for (const broken of BROKEN) expect(await endOfFile(path, broken)).toBe('rejected');
    }
    for (const file of [
      marked('origin,destination', 'USLAX,"Phoenix, AZ"', `${MARKER},${MARKER}`),
      ...BROKEN,
    ]) {
      const { rfp } = await call('POST', '/api/v1/rfps', { name: 'Lanes', source: 'upload' });
      await send(rfp.upload, file);
      await eventually(
        () => call('GET', `/api/v1/rfps/${rfp.rfp_id}`),
        (found) => !['awaiting_upload', 'pricing'].includes(found.rfp.status),
      );
    }
    const codes = service.logs.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).code);
    for (const code of ['UPLOAD_IMPORTED', 'UPLOAD_REJECTED', 'RFP_FILE_READ', 'RFP_FILE_REJECTED'])
      expect(codes).toContain(code);
    expect(service.logs.filter((line) => line.toLowerCase().includes(MARKER.toLowerCase()))).toEqual([]);
  });
});

// Last: it moves the clock of the service.
describe('a file that ends the function each time', () => {
  /** Enough rows that the function is lost within its first step. */
  const HEAVY = fileOf(...Array.from({ length: 30_000 }, (_, at) => row(3 + (at % 300))));

  it('fails with a code, and delays neither its owner nor others', async () => {
    const host = await runningHost(service.dataDir);
    const client = createS3Client(engineSettings(host.s3Endpoint));
    const objects = createS3ObjectStore({ client, bucket: host.uploadsBucket() });
    /** Runs that the stored state of the import counts. */
    const begun = async (id: string) => {
      const key = `organizations/${caller.orgId}/test/api/${id}.csv.upload.json`;
      const found = await objects.read(key);
      return JSON.parse(Buffer.from(found?.bytes ?? []).toString() || '{}').import?.begun?.length ?? 0;
    };
    const queues = engineQueues(() => service.sqsEndpoint);
    const { data } = await create();
    expect(await send(data.upload as Upload, HEAVY)).toBe(200);
    for (let run = 1; run <= 2; run++) {
      expect(
        await eventually(
          () => begun(data.id),
          (count) => count === run,
        ),
      ).toBe(run);
      service.crash('import-market');
      // The message of a run that was lost becomes visible after an hour.
      await service.freight('clock', 'advance', '1h', '--json');
      const body = imports.find((text) => text.includes(data.id)) ?? '';
      await queues.send(host.queueUrl('uploads').split('/').at(-1) ?? '', body);
    }
    queues.stop();
    const ended = await endOf(data.id);
    client.destroy();
    expect(ended.data).toMatchObject({ state: 'rejected', error: { code: 'IMPORT_CRASHED' } });
    for (const key of [caller.apiKey, (await createEnterprise(service)).apiKey]) {
      const { json } = await service.call('POST', '/api/v1/market/uploads', { key });
      const { data: small } = json as CreatedUploadAnswer;
      await send(small.upload as Upload, fileOf(row(3)));
      const found = await eventually(
        () => read(small.id, key),
        (upload) => upload.data.state === 'imported',
      );
      expect(found.data.state).toBe('imported');
    }
  });
});
