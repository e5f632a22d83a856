import { deployedService } from '../support/deployed-service.ts';
import { freightCommand } from '../support/freight-command.ts';
import {
  createOrganization,
  type ServiceUnderTest,
  send,
  type TestOrganization,
} from '../support/service-under-test.ts';
import { type Called, openChecks, readingChecks } from './caller-checks.ts';
import { certificateCheck } from './certificate-check.ts';
import { chatChecks } from './chat-checks.ts';
import { type Check, passed, type Result, runCheck, skipped } from './check.ts';
import { deliveryChecks } from './delivery-checks.ts';
import { type Deployment, findDeployment } from './deployment.ts';
import { eventPathChecks } from './event-path-checks.ts';
import { keyChecks } from './key-checks.ts';
import { mailChecks } from './mail-checks.ts';
import { mcpChecks } from './mcp-checks.ts';
import { organizationChecks } from './organization-checks.ts';
import { removeOrganization } from './remove-organization.ts';
import type { SmokeOptions } from './smoke-options.ts';
import { storeChecks } from './store-checks.ts';
import { watchChecks } from './watch-checks.ts';

/** Calls a minute of the organization that is to be throttled. */
const SLOW = ['--plan', 'enterprise', '--requests-per-minute', '5'];

/**
 * Runs every check that the options allow, one after the other.
 * @param tell each result as it comes. @param isStopped whether no further check shall run; the organizations of the run
 * are then also removed. @returns all of them.
 * @throws what `findDeployment` throws, before anything is checked.
 */
export async function smoke(
  options: SmokeOptions,
  tell: (result: Result) => void,
  isStopped: () => boolean,
): Promise<Result[]> {
  const { environment, apiKey, withOrganization, receiver } = options;
  const deployment = environment === undefined ? undefined : await findDeployment(environment);
  const onEmulator = deployment?.settings.name === 'emulator';
  const results: Result[] = [];
  const record = async (check: Check) => {
    const result = await runCheck(check, { onEmulator });
    results.push(result);
    tell(result);
  };
  const runAll = async (checks: readonly Check[]) => {
    for (const check of checks) {
      if (isStopped()) return;
      await record(check);
    }
  };
  const service = await serviceOf(options, deployment);
  try {
    if (deployment === undefined)
      await runAll([unseen("AWS's own settings", 'name the deployment: --environment')]);
    else {
      for (const checks of [storeChecks, mailChecks, eventPathChecks, watchChecks])
        await runAll(checks(deployment));
    }
    const url = options.url ?? deployment?.published(deployment.names.url) ?? '';
    await runAll([certificateCheck(url), ...openChecks(service)]);
    if (apiKey !== undefined) await runAll(checksOfKey(service, apiKey));
    if (deployment !== undefined && withOrganization) {
      const made: TestOrganization[] = [];
      const make = async (...flags: string[]) => {
        const organization = await createOrganization(service, ...flags);
        made.push(organization);
        return organization;
      };
      try {
        const [ours, slow] = [await make(), await make(...SLOW)];
        if (apiKey === undefined) await runAll(checksOfKey(service, ours.apiKey));
        await runAll(organizationChecks(service, ours, slow));
        await runAll(chatChecks(service, ours.apiKey, deployment.settings));
        await runAll(keyChecks(service, ours));
        await runAll(deliveryChecks(service, ours, receiver));
      } finally {
        await record(removalOf(deployment, made));
      }
    } else {
      const why = 'it writes: --with-organization makes organizations for it, and removes them';
      if (apiKey === undefined) await runAll([unseen('what a key may read', 'no key: --api-key KEY')]);
      await runAll([unseen('rates, quotes, webhooks and throttling', why)]);
    }
  } finally {
    await service.stop();
    deployment?.close();
  }
  return results;
}

/** What a key may read. */
const checksOfKey = (service: Called, key: string) => [
  ...readingChecks(service, key),
  ...mcpChecks(service, key),
];

const unseen = (name: string, why: string): Check => ({ name, run: async () => skipped(why) });

type Smoked = Called & Pick<ServiceUnderTest, 'freight' | 'stop'>;

/** The emulator is called in a way of its own; everything else as callers do. */
async function serviceOf({ url }: SmokeOptions, deployment: Deployment | undefined): Promise<Smoked> {
  if (deployment?.settings.name === 'emulator') {
    const service = await deployedService('emulator');
    return {
      ...service,
      stop: async () => {
        await remove(deployment, service.madeToCallBy);
        await service.stop();
      },
    };
  }
  const baseUrl = (url ?? deployment?.published(deployment.names.url) ?? '').replace(/\/$/, '');
  return {
    missing: [],
    call: (method, path, call) => send(baseUrl, method, path, call),
    freight: (...args) =>
      freightCommand([...args, '--environment', deployment?.settings.name ?? ''], process.env),
    stop: async () => {},
  };
}

/** Whatever happened before. */
const removalOf = (deployment: Deployment, made: readonly TestOrganization[]): Check => ({
  name: 'test organizations are removed',
  run: async () => {
    const orgIds = made.map(({ orgId }) => orgId);
    await remove(deployment, orgIds);
    return passed(orgIds.join(', '));
  },
});

async function remove({ settings, published, names }: Deployment, orgIds: readonly string[]): Promise<void> {
  const tables = {
    organizations: published(names.table('organizations')),
    usage: published(names.table('usage')),
  };
  for (const orgId of orgIds) await removeOrganization(settings.name, tables, orgId);
}
