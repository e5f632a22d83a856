import { beforeAll, describe, expect, it } from '@jest/globals';
import type { RateDocument } from '../../../shared/contracts/documents/rate-document.ts';
import { rateBody } from '../../support/contract-rate-body.ts';
import { BUILD_TIMEOUT_MS, placesFileReady } from '../geography/places/places-file-ready.ts';
import { CALLER } from '../quotes/quoting.ts';
import { contractOperations } from './contract-operations.ts';

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
  return { ...operations, rateId, readOne: read, replaceOne: replace };
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
    const { delete: remove, list, read, rateId, readOne, replaceOne } = await withRate();
    const first = await readOne();
    expect(await remove(rateId, CALLER)).toEqual({
      ok: true,
      body: { rate: { rate_id: rateId, deleted: true } },
    });
    const notFound = { rejection: { code: 'CONTRACT_RATE_NOT_FOUND' } };
    expect(await remove(rateId, CALLER)).toMatchObject(notFound);
    expect(await read(rateId, {}, CALLER)).toMatchObject(notFound);
    expect(await replaceOne(rateBody())).toMatchObject(notFound);
    expect(await list({}, CALLER)).toMatchObject({ body: { rates: [] } });
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
    const { list, rateId } = await withRate({ customer: 'Acmé', external_id: 'A' });
    const query = {
      ...{ customer: 'ACME', equipment_type: 'container_40hc', origin: 'ussav', destination: 'ATLANTA ga' },
      ...{ effective_on: '2027-01-01', external_id: 'A', limit: '1000' },
    };
    expect(await list(query, CALLER)).toMatchObject({ body: { rates: [{ rate_id: rateId }] } });
    expect(await list({ ...query, effective_on: '2026-11-30' }, CALLER)).toMatchObject({
      body: { rates: [] },
    });
    const wrong = { equipment_type: 'van', effective_on: '2026-02-30', cursor: 'C-1', limit: '1001' };
    expect(await list(wrong, CALLER)).toMatchObject({
      rejection: {
        details: { errors: Object.keys(wrong).map((field) => expect.objectContaining({ field })) },
      },
    });
  });
});
