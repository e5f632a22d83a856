import { execFile, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { environmentSettings } from '../../lib/settings/environments.ts';
import { deployedService } from '../support/deployed-service.ts';
import { createOrganization, type ServiceUnderTest } from '../support/service-under-test.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/webhook-receiver.ts';

const SMOKE = fileURLToPath(new URL('../smoke/run.ts', import.meta.url));
const { name: ENVIRONMENT } = environmentSettings(process.env.DEPLOYED_ENVIRONMENT ?? '');

interface Smoked {
  readonly failed: number;
  readonly checks: readonly { readonly name: string; readonly outcome: string; readonly detail: string }[];
}

/** `npm run smoke`, with other variables. */
function smoke(args: readonly string[], variables: Readonly<Record<string, string | undefined>> = {}) {
  return new Promise<{ code: number; out: string; err: string }>((resolve) => {
    const env = { ...process.env, ...variables };
    execFile(process.execPath, [SMOKE, ...args], { env }, (error, out, err) => {
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), out, err });
    });
  });
}

let service: ServiceUnderTest;
let receiver: WebhookReceiver;
beforeAll(async () => {
  [service, receiver] = await Promise.all([deployedService(ENVIRONMENT), startWebhookReceiver()]);
});
afterAll(async () => {
  await receiver?.stop();
  await service?.stop();
});

describe('npm run smoke', () => {
  it('passes, gives the reason of skipped checks, and removes its test organizations', async () => {
    const receiving = ['--receiver', `${receiver.url}/smoke`];
    const { code, out, err } = await smoke([
      '--environment',
      ENVIRONMENT,
      '--with-organization',
      ...receiving,
      '--json',
    ]);

    const { checks, failed } = JSON.parse(out) as Smoked;
    // Dead letters are other suites' here.
    const wrong = checks.filter(
      ({ outcome, name }) => outcome === 'failed' && name !== 'dead-letter queues are empty',
    );
    expect({ wrong, err }).toEqual({ wrong: [], err: '' });
    expect(code).toBe(failed === 0 ? 0 : 1);
    const skipped = checks.filter(({ outcome }) => outcome === 'skipped');
    expect(checks.length - skipped.length).toBeGreaterThan(20);
    // The suite of the probe sets it up, and removes its settings.
    const reasons = /^the emulator has no |^not on this engine: |^no parameter \S+\/probe: /;
    for (const { detail } of skipped) expect(detail).toMatch(reasons);
    expect(receiver.on('/smoke').length).toBeGreaterThanOrEqual(2);

    const { detail = '' } = checks.find(({ name }) => name === 'test organizations are removed') ?? {};
    const made = detail.split(', ');
    expect(made).toHaveLength(2);
    for (const orgId of made) {
      const gone = service.freight('org', 'show', orgId, '--json');
      await expect(gone).rejects.toThrow(`There is no organization ${orgId}`);
    }
  });

  it('removes its test organizations when it is stopped', async () => {
    const child = spawn(process.execPath, [SMOKE, '--environment', ENVIRONMENT, '--with-organization'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let said = '';
    child.stdout.on('data', (chunk: Buffer) => {
      const before = said;
      said += chunk.toString();
      // npm passes a terminal's signal on: it comes twice.
      const hasBegun = (text: string) => text.includes('terminals are found');
      if (hasBegun(said) && !hasBegun(before)) for (const _ of [1, 2]) child.kill('SIGINT');
    });
    const code = await new Promise((resolve) => child.on('close', resolve));

    expect(code).toBe(1);
    expect(said).not.toContain('a quote is made');
    const [, made = ''] = /✓ test organizations are removed: (.*)/.exec(said) ?? [];
    expect(made.split(', ')).toHaveLength(2);
  });

  it('changes nothing with only a key', async () => {
    const { apiKey, orgId } = await createOrganization(service);
    const { out } = await smoke(['--environment', ENVIRONMENT], { FREIGHT_API_KEY: apiKey });

    expect(out).toContain('✓ quotes are listed');
    expect(out).toContain('- rates, quotes, webhooks and throttling: skipped: it writes');
    expect(await service.freight('usage', orgId, '--json')).toMatchObject({ test: { used: 0 } });
  });

  it.each([
    [
      'an unknown environment',
      ['--environment', 'moon'],
      {},
      2,
      /^Unknown environment "moon"\. Choose one of/,
    ],
    ['nothing deployed', ['--environment', 'prod'], {}, 1, /^Nothing is deployed as environment "prod"/],
    ['nothing named', [], {}, 2, /^Name what to check/],
    [
      'no credentials',
      ['--environment', 'prod'],
      {
        AWS_ACCESS_KEY_ID: '',
        AWS_SECRET_ACCESS_KEY: '',
        AWS_EC2_METADATA_DISABLED: 'true',
        HOME: '/nowhere',
      },
      1,
      /^No AWS credentials found/,
    ],
    [
      'no region',
      ['--environment', 'prod'],
      { AWS_REGION: undefined, AWS_DEFAULT_REGION: undefined, HOME: '/nowhere' },
      1,
      /^No AWS region is set/,
    ],
    [
      'a receiver without an organization',
      ['--environment', 'prod', '--receiver', 'x'],
      {},
      2,
      /needs --with-organ/,
    ],
  ] as const)('reports in one line: %s', async (_, args, variables, wanted, line) => {
    const { code, out, err } = await smoke(args, variables);

    expect({ code, out }).toEqual({ code: wanted, out: '' });
    expect(err).toMatch(line);
    expect(err.trimEnd().split('\n')).toHaveLength(1);
  });
});
