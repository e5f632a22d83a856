import { beforeAll, describe, expect, it } from 'vitest';
import type { RateDocument } from '../../../shared/contracts/documents/rate-document.ts';
import { readRateFile } from '../../../shared/contracts/files/read-rate-file.ts';
import { callIdentity } from '../../../shared/contracts/record/rate-identity.ts';
import { rateBody } from '../../support/contract-rate-body.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../geography/places/places-file-ready.ts';
import { CALLER } from '../quotes/quoting-under-test.ts';
import { contractOperations, keyedCall } from './contract-operations.ts';

beforeAll(placesFileReady, BUILD_TIMEOUT_MS);

const UNKNOWN = `C-${'0'.repeat(27)}`;

async function withRate(fields: Readonly<Record<string, unknown>> = {}) {
  const operations = contractOperations();
  await operations.create({ rates: [rateBody(fields)], skipInvalid: false }, CALLER);
  const [rate] = (await operations.rates.list(CALLER, {}, 1)).rates;
  if (rate === undefined) throw new Error('not created');
  const { rateId } = rate;
  const read = async (query = {}): Promise<RateDocument> => {
    const answer = await operations.read(rateId, query, CALLER);
    if (!answer.ok) throw new Error(JSON.stringify(answer.rejection));
    return answer.body.rate;
  };
  const replace = (body: unknown) => operations.replace(rateId, body, CALLER);
  const listed = (query: Readonly<Record<string, string>>, accept?: string) =>
    operations.list({ query, accept }, CALLER);
  return { ...operations, rateId, readOne: read, replaceOne: replace, listed };
}

describe('a replacement of a contract rate', () => {
  it('is the next version; the earlier one stays readable', async () => {
    const { readOne, replaceOne } = await withRate({ external_id: 'A' });
    const first = await readOne();
    expect(await replaceOne({ ...first, amount: 900 })).toMatchObject({
      body: { rate: { version: 2, amount: 900 } },
    });
    expect(await readOne()).toMatchObject({ version: 2, amount: 900 });
    expect(await readOne({ version: '1' })).toEqual(first);
  });

  it('that adds or changes an external id is still found by the call that created the rate', async () => {
    const { create, rates, replace } = contractOperations();
    const call = keyedCall('file-1');
    await create({ rates: [rateBody()], skipInvalid: false }, CALLER, call);
    const identity = callIdentity(call, 0);
    const found = async () => (await rates.identified(CALLER, [identity])).get(identity)?.rate;
    const { rateId = '' } = (await found()) ?? {};

    for (const external_id of ['A', 'B', '']) {
      await expect(replace(rateId, rateBody({ external_id, amount: 990 }), CALLER)).resolves.toMatchObject({
        ok: true,
      });
      expect(await found()).toMatchObject({ rateId, externalId: external_id, amount: 99_000 });
    }
  });

  it('changes nothing if the terms are equal, whatever version is expected', async () => {
    const { readOne, replaceOne } = await withRate();
    const first = await readOne();
    expect(await replaceOne({ ...first, version: 7 })).toMatchObject({ body: { rate: first } });
    expect(await readOne()).toEqual(first);
  });

  it('is rejected if another version is current, or the external id is taken', async () => {
    const { create, readOne, replaceOne } = await withRate();
    const first = await readOne();
    await replaceOne({ ...first, amount: 900 });
    expect(await replaceOne({ ...first, amount: 901 })).toMatchObject({
      rejection: { kind: 'conflict', code: 'CONTRACT_RATE_CHANGED', details: { current_version: 2 } },
    });
    await create({ rates: [rateBody({ external_id: 'B' })], skipInvalid: false }, CALLER);
    expect(await replaceOne(rateBody({ external_id: 'B' }))).toMatchObject({
      rejection: { code: 'CONTRACT_RATE_INVALID', details: { errors: [{ field: 'external_id' }] } },
    });
    expect(await replaceOne(rateBody({ amount: 0, version: 0 }))).toMatchObject({
      rejection: { details: { errors: [{ field: 'amount' }, { field: 'version' }] } },
    });
  });
});

describe('a deleted contract rate', () => {
  it('is not found, except for its versions', async () => {
    const { delete: remove, listed, read, rateId, readOne, replaceOne } = await withRate();
    const first = await readOne();
    expect(await remove(rateId, CALLER)).toEqual({
      ok: true,
      body: { rate: { rate_id: rateId, deleted: true } },
    });
    const notFound = { rejection: { code: 'CONTRACT_RATE_NOT_FOUND' } };
    expect(await remove(rateId, CALLER)).toMatchObject(notFound);
    expect(await read(rateId, {}, CALLER)).toMatchObject(notFound);
    expect(await replaceOne(rateBody())).toMatchObject(notFound);
    expect(await listed({})).toMatchObject({ body: { json: { rates: [] } } });
    expect(await readOne({ version: '1' })).toEqual(first);
    expect(await read(rateId, { version: '2' }, CALLER)).toMatchObject(notFound);
  });
});

describe('contract rates', () => {
  it('are not found by a malformed id, an unknown id and another account', async () => {
    const { read, rateId } = await withRate();
    const notFound = { rejection: { code: 'CONTRACT_RATE_NOT_FOUND' } };
    expect(await read('C-1', {}, CALLER)).toMatchObject(notFound);
    expect(await read(UNKNOWN, {}, CALLER)).toMatchObject(notFound);
    expect(await read(rateId, {}, { ...CALLER, orgId: 'org_other' })).toMatchObject(notFound);
    expect(await read(rateId, { version: '0' }, CALLER)).toMatchObject({
      rejection: { kind: 'invalid', details: { errors: [{ field: 'version' }] } },
    });
  });

  it('are listed by filters; every invalid parameter is reported', async () => {
    const { listed, rateId } = await withRate({ customer: 'Acmé', external_id: 'A' });
    const query = {
      ...{ customer: 'ACME', equipment_type: 'container_40hc', origin: 'ussav', destination: 'ATLANTA ga' },
      ...{ effective_on: '2027-01-01', external_id: 'A', limit: '1000' },
    };
    expect(await listed(query)).toMatchObject({ body: { json: { rates: [{ rate_id: rateId }] } } });
    expect(await listed({ ...query, effective_on: '2026-11-30' })).toMatchObject({
      body: { json: { rates: [] } },
    });
    const wrong = {
      ...{ equipment_type: 'van', effective_on: '2026-02-30', cursor: 'C-1', limit: '1001' },
      format: 'xlsx',
    };
    expect(await listed(wrong)).toMatchObject({
      rejection: {
        details: { errors: Object.keys(wrong).map((field) => expect.objectContaining({ field })) },
      },
    });
  });

  it('are listed as CSV pages that an import reads, each with a link to the next one', async () => {
    const { create, listed } = await withRate({ customer: '=1+1' });
    await create({ rates: [rateBody({ origin: 'USLAX' })], skipInvalid: false }, CALLER);
    const page = async (query: Readonly<Record<string, string>>, accept?: string) => {
      const answer = await listed(query, accept);
      if (!answer.ok || !('csv' in answer.body)) throw new Error(JSON.stringify(answer));
      const rows = readRateFile(Buffer.from(answer.body.csv)).map(({ rate }) => rate);
      return { rows, ...answer.headers } as { readonly rows: unknown; readonly Link?: string };
    };
    const { Link = '', ...first } = await page({ limit: '1' }, 'text/csv');
    expect(first).toEqual({
      rows: [expect.objectContaining({ origin: 'USLAX' })],
      'Content-Disposition': 'attachment; filename="contract-rates.csv"',
    });
    const next = new URL(/^<(.*)>; rel="next"$/.exec(Link)?.[1] ?? '', 'https://api.example/prod/rates');
    expect(next.pathname).toBe('/prod/rates');
    const last = await page({ ...Object.fromEntries(next.searchParams), format: 'csv' });
    expect(last).toMatchObject({ rows: [{ customer: '=1+1' }] });
    expect(last).not.toHaveProperty('Link');
    expect(await listed({ format: 'json' }, 'text/csv')).toMatchObject({
      body: { json: { rates: [{}, {}] } },
    });
  });
});
