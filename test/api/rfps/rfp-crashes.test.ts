import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import type { InvocationStart } from '../../../lib/local/lambda/functions.ts';
import type { Account } from '../../../shared/platform/account/account.ts';
import { LANES_PER_CHUNK } from '../../../shared/rfps/lanes/lane-draft.ts';
import { writeRfpMessage } from '../../../shared/rfps/queue/rfp-message.ts';
import type { RfpId } from '../../../shared/rfps/record/stored-rfp.ts';
import { engineQueues } from '../../support/engine-queues.ts';
import { eventually } from '../../support/eventually.ts';
import { type LocalService, startLocalService } from '../../support/local-service.ts';
import { type RfpsCaller, rfpsCaller } from './rfps-caller.ts';

const LANES = 500;
const KILLS = 2;
const WORKER = 'price-rfp-lanes';
const CHUNKS = LANES / LANES_PER_CHUNK;
/**
 * Runs from one kill to the next. The host has four workers for each function: the runs that a kill ends are at most the
 * four before the next run, so each kill meets a running one. All chunks are more runs than the kills need.
 */
const RUNS_PER_KILL = 4;
/** Against hanging only: a loaded machine may be slow. */
const WITHIN_MS = 500_000;
const [CALM, KILLED] = ['org_calm', 'org_killed'];

let service: LocalService;
let rfps: RfpsCaller;
let runs = 0;
const kills: Promise<void>[] = [];

/** Kills the workers at every fourth run for the organization, 0 to 30 ms after its start: a chunk takes longer. */
function killAtRun({ functionName, event }: InvocationStart): void {
  if (!functionName.includes('pricerfplanes') || !event.includes(KILLED)) return;
  runs += 1;
  if (runs % RUNS_PER_KILL !== 0 || kills.length === KILLS) return;
  kills.push(wait((kills.length % 4) * 10).then(() => service.crash(WORKER)));
}

beforeAll(async () => {
  service = await startLocalService({ own: true, onInvocation: killAtRun });
  rfps = await rfpsCaller(service);
});

afterAll(async () => {
  rfps?.stop();
  await service?.stop();
});

const accountOf = (orgId: string): Account => ({ orgId, mode: 'live' });
/** Counters, calls and prices of all lanes. */
const outcomeOf = async (account: Account, id: RfpId) => {
  const indexes = Array.from({ length: LANES }, (_, index) => index);
  const rfp = await rfps.priced(account, id, WITHIN_MS);
  const { counters, calls, remaining } = rfp;
  const lanes = await rfps.store.lanes(account, rfp, indexes);
  return { counters, calls, remaining, lanes: indexes.map((index) => lanes.get(index)) };
};

it(`${KILLS} killed workers change no result of ${LANES} lanes, and no counter`, async () => {
  const [calm, killed] = [accountOf(CALM), accountOf(KILLED)];
  const expected = await outcomeOf(calm, await rfps.create(calm, LANES));

  const rfpId = await rfps.create(killed, LANES);
  const queues = engineQueues(() => service.sqsEndpoint);
  const work = (await queues.names()).find((name) => /rfpwork(?!.*DeadLetters)/.test(name)) ?? '';
  const { visible, inFlight } = await eventually(
    async () => {
      const attributes = await queues.attributes(work);
      return {
        visible: Number(attributes.ApproximateNumberOfMessages),
        inFlight: Number(attributes.ApproximateNumberOfMessagesNotVisible),
      };
    },
    (messages) => runs >= CHUNKS && messages.visible === 0,
    WITHIN_MS,
  );
  await Promise.all(kills);
  expect([kills.length, visible]).toEqual([KILLS, 0]);
  // Each kill left the message of a run in flight, at least.
  expect(inFlight).toBeGreaterThanOrEqual(KILLS);

  // Messages of killed workers are visible again after 12 minutes. All messages are sent again, as a redrive does.
  const chunks = Array.from({ length: LANES / LANES_PER_CHUNK }, (_, chunk) => chunk);
  await queues.sendAll(
    work,
    chunks.map((chunk) => writeRfpMessage({ account: killed, rfpId, run: 1, chunk }).body),
  );
  queues.stop();
  process.stdout.write(`${kills.length} kills of workers in ${LANES} lanes ended ${inFlight} runs\n`);
  expect(await outcomeOf(killed, rfpId)).toEqual(expected);
});
