import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { CreatedUploadAnswer } from '../../shared/market/importing/load-uploads.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import { createOrganization } from '../support/service-under-test.ts';

const LOADS = '/api/v1/market/uploads';
const RATES = '/api/v1/contract-rates/uploads';

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
});
