import { describe, expect, it } from 'vitest';
import {
  GatewayLimitReachedError,
  limitWarnings,
} from '../../../../shared/accounts/gateway-plans/gateway-limits.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

describe('limits of API Gateway', () => {
  it.each([
    ['far', { keys: 7_999, plans: 239 }, []],
    ['near, of keys', { keys: 8_000, plans: 1 }, [/^Near the limit: 8000 of 10000 API keys .* cleanup/]],
    ['near, of plans', { keys: 1, plans: 240 }, [/^Near the limit: 240 of 300 usage plans .*Service Quotas/]],
    ['reached, both', { keys: 10_000, plans: 300 }, [/^At the limit: 10000/, /^At the limit: 300/]],
  ])('%s', (_case, use, expected) => {
    const warnings = limitWarnings(use);

    expect(warnings).toHaveLength(expected.length);
    for (const [index, words] of expected.entries()) expect(warnings[index]).toMatch(words);
  });

  it('are shown by a command', async () => {
    const { json, freight, gateway } = commandLineUnderTest();
    await json('org', 'create', '--name', 'Acme');
    gateway.elsewhere.keys = 9_000;

    await expect(json('org', 'gateway-quotas')).resolves.toMatchObject({
      used: { keys: 9_001, plans: 1 },
      limits: { keys: 10_000, plans: 300 },
      warnings: [expect.stringMatching(/^Near the limit: 9001 of 10000/)],
    });
    expect((await freight('org', 'gateway-quotas')).printed).toContain('9001 of 10000 API keys');
  });

  it('are reported when an organization is created near them, and it is created', async () => {
    const { freight, gateway } = commandLineUnderTest();
    gateway.elsewhere.keys = 9_500;

    const { exitCode, printed, complaints } = await freight('org', 'create', '--name', 'Acme');

    expect(exitCode).toBe(0);
    expect(printed).toContain('frk_test_');
    expect(complaints).toMatch(/^Near the limit: 950\d of 10000 API keys/);
  });

  it('that cannot be counted do not prevent anything', async () => {
    const { json, gateway } = commandLineUnderTest();
    gateway.port.countAll = async () => {
      throw new Error('Too many requests');
    };

    await expect(json('org', 'create', '--name', 'Acme')).resolves.toHaveProperty('orgId');
  });

  it('that are reached are reported in one line', async () => {
    const { freight, gateway } = commandLineUnderTest();
    gateway.port.createKeyInPlan = async () => {
      throw new GatewayLimitReachedError('keys');
    };

    const { exitCode, complaints } = await freight('org', 'create', '--name', 'Acme');

    expect(exitCode).toBe(1);
    expect(complaints).toMatch(/^API Gateway cannot create more API keys .* is reached\. [^\n]*$/);
  });
});
