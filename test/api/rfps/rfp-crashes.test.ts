import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { Account } from '../../../shared/platform/account/account.ts';
import { LANES_PER_CHUNK } from '../../../shared/rfps/lanes/lane-draft.ts';
import { writeRfpMessage } from '../../../shared/rfps/queue/rfp-message.ts';
import type { RfpId } from '../../../shared/rfps/record/rfp-id.ts';
import { rfpStatus } from '../../../shared/rfps/record/rfp-status.ts';
import { engineQueues } from '../../support/engine-queues.ts';
import { eventually } from '../../support/eventually.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { numberOfCases } from '../../support/number-of-cases.ts';
import { type RfpsCaller, rfpsCaller } from './rfps-caller.ts';

/** 1,000 lanes are the most that one transaction creates. */
const LANES = 1_000;
const RFPS = numberOfCases(1, 10);
const KILLS = numberOfCases(4, 20);
const WORKER = 'price-rfp-lanes';
/** Of 10,000 lanes on a loaded machine. */
const WITHIN_MS = 500_000;

let service: LocalService;
let rfps: RfpsCaller;

beforeAll(async () => {
  service = await startLocalService({ own: true });
  rfps = await rfpsCaller(service);
});

afterAll(async () => {
  rfps?.stop();
  await service?.stop();
});

const accountOf = (orgId: string): Account => ({ orgId, mode: 'live' });
const createAll = async (account: Account) => {
  const ids: RfpId[] = [];
  for (let made = 0; made < RFPS; made++) ids.push(await rfps.create(account, LANES));
  return ids;
};
const readAll = (account: Account, ids: readonly RfpId[]) =>
  Promise.all(ids.map((id) => rfps.store.read(account, id)));

/** Counters, calls and prices of all lanes. */
const outcomeOf = async (account: Account, ids: readonly RfpId[]) => {
  const indexes = Array.from({ length: LANES }, (_, index) => index);
  const all = [];
  for (const id of ids) {
    const { counters, calls, remaining } = await rfps.priced(account, id, WITHIN_MS);
    const lanes = await rfps.store.lanes(account, id, 1, indexes);
    all.push({ counters, calls, remaining, lanes: indexes.map((index) => lanes.get(index)) });
  }
  return all;
};

it(`${KILLS} killed workers change no result of ${RFPS * LANES} lanes, and no counter`, async () => {
  const [calm, killed] = [accountOf('org_calm'), accountOf('org_killed')];
  const expected = await outcomeOf(calm, await createAll(calm));

  const ids = await createAll(killed);
  const progress = async () => {
    const all = await readAll(killed, ids);
    return {
      lanes: all.reduce((sum, rfp) => sum + (rfp?.counters.priced ?? 0), 0),
      done: all.every((rfp) => rfp && rfpStatus(rfp) === 'priced'),
    };
  };
  const queues = engineQueues(() => service.sqsEndpoint);
  const work = (await queues.names()).find((name) => /rfpwork(?!.*DeadLetters)/.test(name)) ?? '';
  let kills = 0;
  for (; kills < KILLS; kills++) {
    const before = await progress();
    const after = await eventually(progress, ({ lanes, done }) => lanes > before.lanes || done, WITHIN_MS);
    if (after.done) break;
    await service.crash(WORKER);
  }
  expect(kills).toBeGreaterThanOrEqual(KILLS / 2);

  // Messages of killed workers are visible again after 12 minutes. All messages are sent again, as a redrive does.
  const chunks = Array.from({ length: LANES / LANES_PER_CHUNK }, (_, chunk) => chunk);
  for (const rfpId of ids) {
    await queues.sendAll(
      work,
      chunks.map((chunk) => writeRfpMessage({ account: killed, rfpId, run: 1, chunk }).body),
    );
  }
  queues.stop();
  process.stdout.write(`${kills} kills of workers in ${RFPS * LANES} lanes\n`);
  expect(await outcomeOf(killed, ids)).toEqual(expected);
});
