import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openChecks, readingChecks } from '../smoke/caller-checks.ts';
import { type Check, runCheck } from '../smoke/check.ts';
import { deliveryChecks } from '../smoke/delivery-checks.ts';
import { keyChecks } from '../smoke/key-checks.ts';
import { mcpChecks } from '../smoke/mcp-checks.ts';
import { organizationChecks } from '../smoke/organization-checks.ts';
import { type LocalService, startLocalService } from '../support/local-service.ts';
import {
  createEnterprise,
  createOrganization,
  type TestOrganization,
} from '../support/service-under-test.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

let service: LocalService;
let receiver: WebhookReceiver;
let ours: TestOrganization;
let slow: TestOrganization;
beforeAll(async () => {
  [service, receiver] = await Promise.all([startLocalService(), startWebhookReceiver()]);
  ours = await createOrganization(service);
  slow = await createEnterprise(service, 5);
});
afterAll(async () => {
  await receiver?.stop();
  await service?.stop();
});

const outcomesOf = async (checks: readonly Check[]) => {
  const results = [];
  // In sequence, as in npm run smoke: some checks need the results of earlier checks.
  for (const check of checks) results.push(await runCheck(check, { onEmulator: false }));
  return results.map(({ name, outcome, detail }) => [name, outcome, detail]);
};
const allPassed = (checks: readonly Check[]) =>
  checks.map(({ name }) => [name, 'passed', expect.any(String)]);

/** This gateway has features that the emulator lacks: rejection bodies, keys in x-api-key, one rate bucket per organization. */
describe('smoke checks of the API', () => {
  it('pass without a key', async () => {
    const checks = openChecks(service);
    expect(await outcomesOf(checks)).toEqual(allPassed(checks));
  });

  it('pass with an API key, and include the checks that write data', async () => {
    const checks = [
      ...readingChecks(service, ours.apiKey),
      ...mcpChecks(service, ours.apiKey),
      ...organizationChecks(service, ours, slow),
      ...keyChecks(service, ours),
    ];
    expect(await outcomesOf(checks)).toEqual(allPassed(checks));
  });

  it('pass with webhooks, whose deliveries arrive', async () => {
    const checks = deliveryChecks(service, ours, `${receiver.url}/smoke`);
    expect(await outcomesOf(checks)).toEqual(allPassed(checks));
    expect(receiver.on('/smoke')).toHaveLength(2);
  });

  it('fail if the usage plan does not reject calls above its rate', async () => {
    const quick = await createEnterprise(service);
    const fresh = await createOrganization(service);
    const results = await outcomesOf(organizationChecks(service, fresh, quick));
    expect(results.filter(([, outcome]) => outcome === 'failed')).toEqual([
      [
        expect.stringContaining('above the usage plan'),
        'failed',
        expect.stringContaining('60 parallel calls'),
      ],
    ]);
  });

  it('fail if a receiver answers with an error', async () => {
    receiver.answer('/broken', () => ({ status: 500 }));
    const results = await outcomesOf(deliveryChecks(service, ours, `${receiver.url}/broken`));
    expect(results.map(([, outcome]) => outcome)).toEqual(['passed', 'failed', 'failed']);
  });
});
