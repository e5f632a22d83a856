import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CreatedUploadAnswer } from '../../shared/market/importing/load-uploads.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization } from '../support/service-under-test.ts';

const LOADS = '/api/v1/market/uploads';
const RATES = '/api/v1/contract-rates/uploads';
const QUOTES = '/api/v1/quotes/uploads';

let service: LocalService;
beforeAll(async () => {
  service = await startLocalService();
});
afterAll(() => service?.stop());

/** Announcements of one organization. */
async function callerUnderTest() {
  const { apiKey: key } = await createOrganization(service);
  const announce = (path: string) => service.call('POST', path, { key });
  const cancel = (path: string, id: string) => service.call('DELETE', `${path}/${id}`, { key });
  const loads = async () => (await announce(LOADS)).json as CreatedUploadAnswer;
  const rates = async () => Object((await announce(RATES)).json).upload.upload_id as string;
  return { key, announce, cancel, loads, rates };
}

describe('the sixth unfinished upload of an organization', () => {
  it('of either kind is refused with what to do, until one is cancelled', async () => {
    const { announce, cancel, loads, rates } = await callerUnderTest();
    const first = (await loads()).data.id;
    for (let count = 0; count < 2; count++) await loads();
    const rateUpload = await rates();
    await rates();

    const refused = await announce(RATES);
    expect([refused.status, refused.json]).toEqual([
      409,
      {
        error: {
          code: 'TOO_MANY_UPLOADS',
          message: expect.stringContaining(`${RATES}/${rateUpload}`),
          details: { limit: 5 },
        },
      },
    ]);
    const refusedLoads = await announce(LOADS);
    expect([refusedLoads.status, refusedLoads.json]).toEqual([
      409,
      {
        success: false,
        error: { code: 'conflict', message: expect.stringContaining('DELETE, then try again: ') },
      },
    ]);

    const cancelled = await cancel(LOADS, first);
    expect([cancelled.status, cancelled.json]).toMatchObject([
      200,
      { data: { id: first, state: 'cancelled' } },
    ]);
    expect((await announce(RATES)).status).toBe(200);
    expect((await announce(LOADS)).status).toBe(409);
    const ofRates = await cancel(RATES, rateUpload);
    expect([ofRates.status, ofRates.json]).toMatchObject([
      200,
      { upload: { upload_id: rateUpload, state: 'cancelled', error: null } },
    ]);
    expect((await announce(LOADS)).status).toBe(200);
  });

  it('is refused also in a race, and each mode has its own limit', async () => {
    const { announce } = await callerUnderTest();
    const statuses = await Promise.all(
      Array.from({ length: 10 }, async (_, at) => (await announce([LOADS, RATES][at % 3] ?? QUOTES)).status),
    );
    expect(statuses.toSorted()).toEqual([200, 200, 200, 200, 200, 409, 409, 409, 409, 409]);
  });
});

describe('a cancelled upload', () => {
  it('is not imported when its file comes later, and a finished one is not cancelled', async () => {
    const { key, cancel, loads } = await callerUnderTest();
    const send = async ({ data }: CreatedUploadAnswer) => {
      const { url, method, headers } = data.upload ?? { url: '', method: 'PUT', headers: {} };
      return (await fetch(url, { method, headers, body: 'one,two\n1,2\n' })).status;
    };
    const stateOf = async (id: string) =>
      Object((await service.call('GET', `${LOADS}/${id}`, { key })).json).data;
    const [late, ended] = [await loads(), await loads()];
    await cancel(LOADS, late.data.id);
    expect(await send(late)).toBe(200);
    expect(await send(ended)).toBe(200);
    let found = await stateOf(ended.data.id);
    for (let tries = 0; found.state !== 'rejected' && tries < 100; tries++) {
      await new Promise((resolve) => setTimeout(resolve, 100));
      found = await stateOf(ended.data.id);
    }
    expect(found).toMatchObject({
      state: 'rejected',
      error: { code: 'COLUMNS_NOT_UNDERSTOOD', message: found.reason },
    });
    expect(await stateOf(late.data.id)).toMatchObject({ state: 'cancelled', error: null });
    const again = await cancel(LOADS, ended.data.id);
    expect([again.status, Object(again.json).error.message]).toEqual([
      409,
      expect.stringContaining('its state is rejected'),
    ]);
  });
});
