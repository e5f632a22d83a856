import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createEmbeddedGeocoder } from '../../../../shared/geography/places/embedded-geocoder.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { UNSET_STRATEGY } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { rfpFileKey } from '../../../../shared/rfps/files/rfp-file-key.ts';
import { LANES_PER_CHUNK } from '../../../../shared/rfps/lanes/lane-draft.ts';
import { priceChunkUseCase } from '../../../../shared/rfps/price-chunk.ts';
import { rfpStatus } from '../../../../shared/rfps/record/rfp-status.ts';
import type { RfpId } from '../../../../shared/rfps/record/stored-rfp.ts';
import type { RfpStore } from '../../../../shared/rfps/store/dynamodb-rfp-store.ts';
import {
  type ReadRfpFilePorts,
  readRfpFileUseCase,
  type SentFile,
} from '../../../../shared/rfps/uploads/read-rfp-file.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';
import {
  answerOf,
  itemsOf,
  KilledError,
  messagesOf,
  NOW,
  newAccount,
  pricingPorts,
  setUsedCalls,
  startRfps,
  storeAwaited,
  type Table,
  usedCalls,
} from '../rfps-under-test.ts';

const LIMIT = 30;

let table: Table;
let files: Map<string, Buffer>;
let billing: boolean;
beforeAll(async () => {
  table = await startRfps();
  files = new Map();
  billing = true;
}, 180_000);
afterAll(() => table.stop());

const readFile = (changed: Partial<ReadRfpFilePorts['rfps']> = {}, now = NOW) =>
  readRfpFileUseCase({
    rfps: { ...table.store, ...changed },
    objects: {
      read: async (key) => {
        const bytes = files.get(key);
        return bytes && { bytes, tag: 'tag' };
      },
    },
    usageOf: async (account) => ({ billing, usageLimit: LIMIT, used: await usedCalls(table, account) }),
    strategies: { current: async () => ({ ...UNSET_STRATEGY, version: 3 }) },
    places: createEmbeddedGeocoder(),
    terminals: { current: async () => buildEmbeddedDirectory(loadTerminals()) },
    now: () => now,
  });

const UNTIL = '2026-10-07T18:00:00.000Z';

/** An RFP that awaits its file, and the file that was sent. */
async function sent(bytes: Buffer | string, account = newAccount()): Promise<SentFile> {
  const { rfpId, outcome } = await storeAwaited(table, account, UNTIL);
  expect(outcome).toBe('written');
  const key = rfpFileKey(account, rfpId);
  const file = Buffer.from(bytes);
  files.set(key, file);
  return { account, rfpId, key, length: file.length };
}

const csv = (lanes: number): string =>
  [
    'Lane;From;To;Loads/Week;Remarks',
    ...Array.from({ length: lanes }, (_, at) => `L${at};USLAX;Phoenix, AZ;${1 + (at % 3)};=note ${at}`),
  ].join('\r\n');

const stored = async (account: Account, rfpId: RfpId) => {
  const rfp = await table.store.read(account, rfpId);
  if (rfp === undefined) throw new Error('no RFP');
  return rfp;
};

describe('the file of an RFP', () => {
  it('begins the pricing of its lanes, and counts them once', async () => {
    const file = await sent(`\uFEFF${csv(120)}`);
    const { account, rfpId } = file;
    expect(rfpStatus(await stored(account, rfpId))).toBe('awaiting_upload');
    expect(await readFile()(file)).toEqual({ outcome: 'begun', lanes: 120 });
    const rfp = await stored(account, rfpId);
    expect(rfp).toMatchObject({
      ...{ state: 'open', lanes: 120, run: 1, version: 1, remaining: 3, calls: 12 },
      columns: ['Lane', 'From', 'To', 'Loads/Week', 'Remarks'],
      columnReport: {
        read: [
          { header: 'Lane', as: 'lane_id' },
          { header: 'From', as: 'origin' },
          { header: 'To', as: 'destination' },
          { header: 'Loads/Week', as: 'volume' },
          { header: 'Remarks', as: 'notes' },
        ],
        unread: [],
      },
      pricing: { asOf: NOW.toISOString(), strategyVersion: 3 },
    });
    expect(await usedCalls(table, account)).toBe(12);
    const work = await table.store.chunk(account, rfpId, 1, 2);
    if (typeof work === 'string') throw new Error(work);
    expect(work.lanes).toHaveLength(120 - 2 * LANES_PER_CHUNK);
    expect(work.lanes[0]).toMatchObject({
      ...{ laneId: 'L100', origin: 'USLAX', weeklyVolume: 2, errors: [] },
      cells: ['L100', 'USLAX', 'Phoenix, AZ', '2', '=note 100'],
    });

    // The event is delivered again.
    expect(await readFile()(file)).toEqual({ outcome: 'obsolete' });
    expect(await usedCalls(table, account)).toBe(12);

    const price = priceChunkUseCase(pricingPorts(table.store));
    for (const message of messagesOf(account, rfp)) await price(message, false);
    expect(rfpStatus(await stored(account, rfpId))).toBe('priced');
  });

  it('is read again after a kill at any write, and by two runs at once, with the same result', async () => {
    const file = await sent(csv(120));
    const { account, rfpId } = file;
    const killed = () => Promise.reject(new KilledError());
    const halfStored: RfpStore['storeInputs'] = async (caller, id, chunks) => {
      await table.store.storeInputs(caller, id, new Map([...chunks].slice(0, 1)));
      throw new KilledError();
    };
    for (const changed of [{ storeInputs: killed }, { storeInputs: halfStored }, { begin: killed }]) {
      await expect(readFile(changed)(file)).rejects.toThrow(KilledError);
      expect(await stored(account, rfpId)).toMatchObject({ state: 'awaiting_upload', run: 0, calls: 0 });
      expect(await usedCalls(table, account)).toBe(0);
    }
    const outcomes = await Promise.all([1, 2, 3].map(() => readFile()(file)));
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(['begun', 'obsolete', 'obsolete']);
    expect(await usedCalls(table, account)).toBe(12);
    const inputs = (await itemsOf(table, account, rfpId)).map(({ sk }) => sk);
    expect(inputs).toEqual(['input#00000', 'input#00001', 'input#00002']);
  });

  it('that ends the function twice fails the RFP with a reason, and errors of the service do not count', async () => {
    const file = await sent(csv(1));
    const later = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
    const fails: RfpStore['storeInputs'] = () => Promise.reject(new Error('no table'));
    for (const minutes of [0, 12, 24]) {
      await expect(readFile({ storeInputs: fails }, later(minutes))(file)).rejects.toThrow('no table');
    }
    const dies: RfpStore['storeInputs'] = () => new Promise(() => {});
    for (const minutes of [36, 48]) {
      const killed = readFile({ storeInputs: dies }, later(minutes))(file);
      await Promise.race([killed, new Promise((resolve) => setTimeout(resolve, 200))]);
    }
    expect(rfpStatus(await stored(file.account, file.rfpId))).toBe('awaiting_upload');
    expect(await readFile({}, later(60))(file)).toEqual({
      outcome: 'failed',
      failure: { code: 'FILE_INVALID', message: expect.stringContaining('two runs ended') },
    });
  });

  it.each([
    ['an empty file', '', 'the file is empty'],
    ['a header alone', 'origin,destination\n', 'no rows below the header'],
    ['NUL characters', 'origin,destination\nUSLAX\0,85043\n', 'save it as CSV UTF-8'],
    ['201 columns', `origin,destination${',x'.repeat(199)}\na,b\n`, 'more than 200 cells'],
    ['a long header', `origin,destination,${'x'.repeat(8_000)}\na,b\n`, 'at most 8000'],
    ['no column of origins', 'destination\nUSLAX\n', 'no column has origin', 'COLUMNS_NOT_UNDERSTOOD'],
    [
      'a column that could be equipment',
      'from,to,kit,or\nUSLAX,85043,Van,Reefer\n',
      '"kit"',
      'COLUMNS_NOT_UNDERSTOOD',
    ],
  ])(
    'with %s fails the RFP with a reason, and counts nothing',
    async (_, bytes, reason, code = 'FILE_INVALID') => {
      const file = await sent(bytes);
      const failed = { code, message: expect.stringContaining(reason) };
      expect(await readFile()(file)).toEqual({ outcome: 'failed', failure: failed });
      const rfp = await stored(file.account, file.rfpId);
      expect(rfp).toMatchObject({ state: 'failed', failure: failed, lanes: 0, calls: 0 });
      expect(await readFile()(file)).toEqual({ outcome: 'obsolete' });
      expect(await usedCalls(table, file.account)).toBe(0);
    },
  );

  it('of 200 MB is not read', async () => {
    const file = { ...(await sent(csv(1))), length: 200_000_000 };
    files.delete(file.key);
    expect(await readFile()(file)).toMatchObject({
      failure: { code: 'FILE_INVALID', message: expect.stringContaining('at most 60000000') },
    });
  });

  it('over the usage limit fails the RFP, also if other calls reach the limit meanwhile', async () => {
    const failure = { code: 'USAGE_LIMIT_EXCEEDED', message: expect.stringMatching(/count 12 calls/) };
    const over = await sent(csv(120));
    await setUsedCalls(table, over.account, LIMIT - 11);
    expect(await readFile()(over)).toEqual({ outcome: 'failed', failure });
    const meanwhile = await sent(csv(120));
    const storeInputs: RfpStore['storeInputs'] = async (account, ...lanes) => {
      await table.store.storeInputs(account, ...lanes);
      await setUsedCalls(table, account, LIMIT - 11);
    };
    expect(await readFile({ storeInputs })(meanwhile)).toEqual({ outcome: 'failed', failure });
    expect(await usedCalls(table, meanwhile.account)).toBe(LIMIT - 11);
    billing = false;
    expect(await readFile()(await sent(csv(1)))).toMatchObject({ failure: { code: 'BILLING_REQUIRED' } });
    billing = true;
  });

  it('of a deleted RFP, or that no longer exists, changes nothing', async () => {
    const file = await sent(csv(10));
    const remove: RfpStore['storeInputs'] = async (account, rfpId, lanes) => {
      await table.store.delete(account, rfpId);
      await table.store.storeInputs(account, rfpId, lanes);
    };
    expect(await readFile({ storeInputs: remove })(file)).toEqual({ outcome: 'obsolete' });
    expect(await table.store.read(file.account, file.rfpId)).toBeUndefined();
    expect(await usedCalls(table, file.account)).toBe(0);
    const expired = await sent(csv(1));
    files.delete(expired.key);
    expect(await readFile()(expired)).toEqual({ outcome: 'obsolete' });
  });

  it('is awaited by one RFP for each key of a caller', async () => {
    const account = newAccount();
    const create = () => storeAwaited(table, account, UNTIL, answerOf(account.orgId));
    const outcomes = await Promise.all([create(), create(), create()]);
    expect(outcomes.filter(({ outcome }) => outcome === 'written')).toHaveLength(1);
  });
});
