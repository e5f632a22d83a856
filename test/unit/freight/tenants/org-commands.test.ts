import { describe, expect, it } from 'vitest';
import { parseApiKey } from '../../../../shared/accounts/api-keys/api-key.ts';
import { commandLineUnderTest } from '../../../support/command-line-under-test.ts';

describe('freight org create', () => {
  it('prints organization, test key and mode as JSON', async () => {
    const { json } = commandLineUnderTest();

    const created = await json('org', 'create', '--name', 'Acme');

    expect(created).toMatchObject({ orgId: expect.stringMatching(/^org_/), livemode: false });
    expect(parseApiKey(created.apiKey)).toEqual({ valid: true, mode: 'test' });
  });

  it('takes every choice', async () => {
    const { json, gateway } = commandLineUnderTest();

    const created = await json(
      ...['org', 'create', '--name', 'Acme', '--usage-limit', '500', '--plan', 'enterprise'],
      ...['--requests-per-minute', '6000', '--no-billing', '--live'],
    );

    expect(parseApiKey(created.apiKey)).toEqual({ valid: true, mode: 'live' });
    expect(created.livemode).toBe(true);
    await expect(json('org', 'show', created.orgId)).resolves.toMatchObject({
      name: 'Acme',
      usageLimit: 500,
      plan: 'enterprise',
      requestsPerMinute: 6000,
      billing: false,
      status: 'active',
    });
    expect([...gateway.plans.values()]).toEqual([expect.objectContaining({ rateLimit: 100 })]);
  });

  it('rejects an enterprise plan that the account cannot carry, in one line', async () => {
    const { freight, json, gateway } = commandLineUnderTest();
    gateway.account.throttle = { rateLimit: 10, burstLimit: 5 };
    const plan = ['--plan', 'enterprise', '--requests-per-minute'];

    const { exitCode, complaints } = await freight('org', 'create', '--name', 'Acme', ...plan, '601');
    expect(exitCode).toBe(2);
    expect(complaints).toMatch(/^601 requests per minute .* Choose at most 600, [^\n]*$/);

    const { orgId } = await json('org', 'create', '--name', 'Acme', ...plan, '600');
    const changed = await freight('org', 'plan', orgId, 'enterprise', '--requests-per-minute', '601');
    expect(changed).toMatchObject({ exitCode: 2, complaints });
  });

  it('says in words that the key is shown once', async () => {
    const { printed } = await commandLineUnderTest().freight('org', 'create', '--name', 'Acme');

    expect(printed).toMatch(/frk_test_\w{33}/);
    expect(printed).toContain('not shown again');
  });
});

describe('freight org', () => {
  it('lists all, with what each of them is in', async () => {
    const { freight, json, pass, provisioning } = commandLineUnderTest();
    expect((await freight('org', 'list')).printed).toBe('No organizations.');
    const orgIds: string[] = [];
    for (const name of ['Acme', 'Bolt', 'Core']) {
      orgIds.push((await json('org', 'create', '--name', name)).orgId);
      pass(1_000);
    }
    const [, bolt = '', core = ''] = orgIds;
    for (const orgId of [bolt, core]) await json('org', 'suspend', orgId);
    await provisioning.organizations.beginErasure(core, provisioning.now().toISOString());

    expect((await json('org', 'list')).map(({ orgId }: { orgId: string }) => orgId)).toEqual(orgIds);
    const { printed } = await freight('org', 'list');
    expect(printed.split('\n').map((line) => line.split(/ {2,}/).slice(1))).toEqual([
      ['STATUS', 'PLAN', 'NAME'],
      ['active', 'standard', 'Acme'],
      ['suspended', 'standard', 'Bolt'],
      ['erasing', 'standard', 'Core'],
    ]);
    expect((await freight('org', 'show', core)).printed).toContain(
      'Finish the erasure with freight org erase',
    );
  });

  it('suspends and resumes', async () => {
    const { json } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme');

    await expect(json('org', 'suspend', orgId)).resolves.toMatchObject({ orgId, status: 'suspended' });
    await expect(json('org', 'resume', orgId)).resolves.toMatchObject({ orgId, status: 'active' });
  });

  it('resumes the imports that wait in a deployment, and the rest of them where it is run again', async () => {
    const { json, freight, objects } = commandLineUnderTest();
    const dev = ['--environment', 'dev'];
    const { orgId } = await json('org', 'create', '--name', 'Acme', ...dev);
    await expect(json('org', 'suspend', orgId, ...dev)).resolves.not.toHaveProperty('importsResumed');
    for (const run of ['1', '2', '3']) objects.put(`work/${orgId}/waiting/${run}.work`, `upload ${run}`);
    objects.put('work/org_other/waiting/4.work', 'upload 4');
    const { remove } = objects;
    let removals = 0;
    objects.remove = async (key) => {
      removals += 1;
      if (removals === 2) throw new Error('cut off');
      return remove(key);
    };

    expect((await freight('org', 'resume', orgId, ...dev)).exitCode).not.toBe(0);
    const { printed } = await freight('org', 'resume', orgId, ...dev);
    expect(printed).toContain('Imports resumed: 2');
    const expected = [
      ...['1', '2', '3'].map((run) => `work/${orgId}/resumed/${run}.json`),
      'work/org_other/waiting/4.work',
    ];
    expect([...objects.all.keys()].sort()).toEqual(expected.sort());
    expect(objects.text(`work/${orgId}/resumed/2.json`)).toBe('upload 2');
    await expect(json('org', 'resume', orgId, ...dev)).resolves.toMatchObject({ importsResumed: 0 });
  });

  it('stops and starts the deliveries of an organization', async () => {
    const { json, freight } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme');

    await expect(json('org', 'deliveries', orgId, 'stop')).resolves.toMatchObject({
      status: 'active',
      deliveriesStopped: true,
    });
    expect((await freight('org', 'show', orgId)).printed).toContain('deliveries   stopped');
    await expect(json('org', 'deliveries', orgId, 'start')).resolves.toMatchObject({
      deliveriesStopped: false,
    });
    expect((await freight('org', 'show', orgId)).printed).not.toContain('stopped');
  });

  it('sets billing and the usage limit', async () => {
    const { freight, json } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme', '--no-billing', '--usage-limit', '5');

    await expect(json('org', 'billing', orgId, 'on')).resolves.toMatchObject({
      billing: true,
      usageLimit: 5,
    });
    await expect(json('org', 'usage-limit', orgId, '0')).resolves.toMatchObject({
      billing: true,
      usageLimit: 0,
    });
    await expect(json('org', 'billing', orgId, 'off')).resolves.toMatchObject({ billing: false });
    for (const wrong of [
      ['billing', orgId, 'maybe'],
      ['usage-limit', orgId, '-1'],
      ['usage-limit', orgId, '1.5'],
      ['quote-limit', orgId, '-1'],
      ['quote-limit', orgId, 'many'],
      ['usage-limit', 'org_none', '1'],
    ]) {
      expect((await freight('org', ...wrong)).exitCode).not.toBe(0);
    }
  });

  it('sets and removes the limit of quotes', async () => {
    const { freight, json } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme', '--quote-limit', '5');

    await expect(json('org', 'show', orgId)).resolves.toMatchObject({ quoteLimit: 5 });
    await expect(json('org', 'quote-limit', orgId, '0')).resolves.toMatchObject({ quoteLimit: 0 });
    await expect(json('org', 'billing', orgId, 'on')).resolves.toMatchObject({ quoteLimit: 0 });
    expect((await freight('org', 'quote-limit', orgId, '7')).printed).toContain(
      'quote limit  7 quotes per month',
    );
    expect(await json('org', 'quote-limit', orgId, 'none')).not.toHaveProperty('quoteLimit');
    expect((await freight('org', 'show', orgId)).printed).toContain('quote limit  none');
  });

  it("never shows the gateway's own key", async () => {
    const { freight, json, gateway } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme');
    const [value = 'none'] = [...gateway.keys.values()].map((key) => key.value);

    for (const flags of [[], ['--json']]) {
      expect((await freight('org', 'show', orgId, ...flags)).printed).not.toContain(value);
    }
  });

  it('changes the plan; the replaced key goes with a later command', async () => {
    const { json, gateway, pass } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme');

    await expect(
      json('org', 'plan', orgId, 'enterprise', '--requests-per-minute', '60'),
    ).resolves.toMatchObject({
      plan: 'enterprise',
      requestsPerMinute: 60,
    });
    expect(gateway.keys.size).toBe(2);
    pass(120_000);
    await json('org', 'resume', orgId);
    expect(gateway.keys.size).toBe(1);
  });

  it('waits for the replaced key with --wait', async () => {
    const { freight, json, gateway } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme');

    const { exitCode } = await freight(
      'org',
      'plan',
      orgId,
      'enterprise',
      '--requests-per-minute',
      '60',
      '--wait',
    );

    expect(exitCode).toBe(0);
    expect(gateway.keys.size).toBe(1);
  });

  it.each([[], ['--plan', 'enterprise', '--requests-per-minute', '60']])(
    'gives it another gateway key, in the plan that it has: %j %j %j %j',
    async (...plan) => {
      const { json, gateway, pass, provisioning } = commandLineUnderTest();
      const { orgId } = await json('org', 'create', '--name', 'Acme', ...plan);
      const before = (await provisioning.organizations.find(orgId))?.gatewayKey;

      await json('org', 'rotate-gateway-key', orgId);

      const after = (await provisioning.organizations.find(orgId))?.gatewayKey;
      expect(after?.planId).toBe(before?.planId);
      expect(after?.value).not.toBe(before?.value);
      expect([before, after].map((key) => gateway.knows(key?.value ?? ''))).toEqual([true, true]);
      pass(120_000);
      await json('org', 'cleanup');
      expect([...gateway.keys.keys()]).toEqual([after?.id]);
      expect(gateway.plans.size).toBe(plan.length > 0 ? 1 : 0);
    },
  );

  it('waits for the old gateway key with --wait, and rejects an unknown organization', async () => {
    const { freight, json, gateway } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme');

    expect((await freight('org', 'rotate-gateway-key', orgId, '--wait')).exitCode).toBe(0);
    expect(gateway.keys.size).toBe(1);
    expect((await freight('org', 'rotate-gateway-key', 'org_none')).complaints).toBe(
      'There is no organization org_none.',
    );
  });

  it('creates no gateway key for an organization that is being erased', async () => {
    const { freight, json, gateway, provisioning } = commandLineUnderTest();
    const { orgId } = await json('org', 'create', '--name', 'Acme');
    await json('org', 'suspend', orgId);
    await provisioning.organizations.beginErasure(orgId, provisioning.now().toISOString());
    const before = [...gateway.keys.keys()];

    expect(await freight('org', 'rotate-gateway-key', orgId)).toEqual({
      exitCode: 1,
      printed: '',
      complaints: `${orgId} is being erased. Finish the erasure with freight org erase ${orgId} --confirm ${orgId}.`,
    });
    expect([...gateway.keys.keys()]).toEqual(before);
  });

  it('sweeps', async () => {
    const { json, gateway, pass, provisioning } = commandLineUnderTest();
    await gateway.port.createKeyInPlan('org_gone', 'plan-standard', provisioning.now());
    pass(7_200_000);

    await expect(json('org', 'cleanup')).resolves.toEqual({ retired: 0, orphans: 1 });
  });
});
