import { randomUUID } from 'node:crypto';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { OPERATOR } from '../../../../shared/accounts/audit/audit-event.ts';
import { OVERRIDABLE } from '../../../../shared/costs/accessorials/charge-overrides.ts';
import { EQUIPMENT_TYPES } from '../../../../shared/costs/equipment/equipment-type.ts';
import type { PricingRule } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { UNSET_STRATEGY } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { rulesSizeErrors } from '../../../../shared/quotes/strategy/read-strategy.ts';
import { ownEntry } from '../../../support/own-tariffs.ts';
import { pricingRule } from '../../../support/pricing-rules.ts';
import { anyStrategy } from '../../../support/pricing-strategies.ts';
import { type DynamoDbUnderTest, dynamoDb, replacement, terms } from '../strategies-under-test.ts';

const TIERS = { tiers: [{ fromDay: 5, cents: 100_00 }] };
const ruleOfSize = (at: number): PricingRule =>
  pricingRule(
    `${'n'.repeat(97)}${at}`,
    { customer: '貨'.repeat(200) },
    { accessorialOverrides: { chassis: { cents: 1 } } },
  );
const newOrg = () => `org_${randomUUID()}`;

describe('strategies', () => {
  let test: DynamoDbUnderTest;
  beforeAll(async () => {
    test = await dynamoDb();
  });
  afterAll(() => test.stop());

  it('are version 0 before anything is set', async () => {
    const orgId = newOrg();

    await expect(test.store.current(orgId, 'test')).resolves.toEqual(UNSET_STRATEGY);
    await expect(test.store.version(orgId, 'test', 0)).resolves.toEqual(UNSET_STRATEGY);
    await expect(test.store.version(orgId, 'test', 1)).resolves.toBeUndefined();
    await expect(test.store.page(orgId, 'test', 100)).resolves.toEqual([]);
  });

  it('are replaced as a whole, and every version stays readable', async () => {
    const orgId = newOrg();
    const results = [];
    for (const days of [1, 2, 3])
      results.push(await test.store.replace({ orgId, mode: 'test' }, replacement(days)));

    const versions = [1, 2, 3].map((number) => ({
      ...terms({ validityDays: number }),
      version: number,
      updatedAt: '2026-03-01T12:00:00.000Z',
      updatedBy: 'key_1',
    }));
    expect(results).toEqual(versions.map((strategy) => ({ outcome: 'replaced', strategy })));
    await expect(test.store.current(orgId, 'test')).resolves.toEqual(versions[2]);
    await expect(test.store.page(orgId, 'test', 100)).resolves.toEqual(versions.toReversed());
    for (const version of versions) {
      await expect(test.store.version(orgId, 'test', version.version)).resolves.toEqual(version);
    }
  });

  it('have an accessorial tariff with versions of its own, and both keep what the other does not replace', async () => {
    const orgId = newOrg();
    const { store } = test;
    const change = { updatedAt: '2026-03-02T12:00:00.000Z', author: OPERATOR };
    const setTariff = (cents: number, more: object = {}) =>
      store.replaceTariff(
        { orgId, mode: 'test' },
        {
          ...change,
          accessorials: [
            ownEntry({ charge: { cents } }),
            ownEntry({ name: 'storage', charge: TIERS, from: '2027-01-01' }),
          ],
          ...more,
        },
      );
    await store.replace({ orgId, mode: 'test' }, replacement(1));
    await expect(setTariff(1)).resolves.toMatchObject({
      outcome: 'replaced',
      strategy: {
        version: 2,
        validityDays: 1,
        note: 'Accessorial tariff, version 1',
        tariff: { version: 1 },
      },
    });
    await store.replace({ orgId, mode: 'test' }, replacement(2, { note: 'Other days' }));
    await expect(setTariff(2, { expectedVersion: 1, note: 'New' })).resolves.toMatchObject({
      outcome: 'replaced',
    });
    await expect(setTariff(2, { expectedVersion: 1 })).resolves.toMatchObject({ outcome: 'unchanged' });
    await expect(setTariff(3, { expectedVersion: 1 })).resolves.toEqual({
      outcome: 'changed-meanwhile',
      currentVersion: 2,
    });

    const current = await store.current(orgId, 'test');
    expect(current).toMatchObject({ version: 4, validityDays: 2, note: 'New', updatedBy: 'operator' });
    expect(current.tariff).toEqual({
      version: 2,
      updatedAt: change.updatedAt,
      accessorials: [
        ownEntry({ charge: { cents: 2 } }),
        ownEntry({ name: 'storage', charge: TIERS, from: '2027-01-01' }),
      ],
    });
    await expect(store.version(orgId, 'test', 3)).resolves.toMatchObject({
      note: 'Other days',
      tariff: { version: 1 },
    });
    await expect(store.replace({ orgId, mode: 'test' }, replacement(2))).resolves.toMatchObject({
      outcome: 'unchanged',
    });
    const none = { accessorials: [] };
    await expect(setTariff(0, none)).resolves.toMatchObject({
      strategy: { tariff: { version: 3, ...none } },
    });
    await expect(
      store.replaceTariff({ orgId: newOrg(), mode: 'test' }, { ...change, ...none }),
    ).resolves.toEqual({
      outcome: 'unchanged',
      strategy: UNSET_STRATEGY,
    });
  });

  it('keep an accessorial tariff, rules and other terms of the largest size', async () => {
    const terminals = Array.from({ length: 20 }, (_, at) => ({
      key: `trm_${at}`.padEnd(24, '0'),
      name: 'x'.repeat(60),
    }));
    const tiers = Array.from({ length: 20 }, (_, at) => ({ fromDay: at + 340, cents: 10_000_000 }));
    const ports = Array.from({ length: 20 }, (_, at) => `USX${at}`);
    const accessorials = Array.from({ length: 100 }, (_, at) =>
      ownEntry({
        ...{
          name: `${'n'.repeat(57)}${at}`,
          title: '貨'.repeat(100),
          charge: { tiers },
          frequency: 'per day',
        },
        ...{ places: { ports, terminals }, from: '2027-01-01', to: '2027-12-31' },
      }),
    );
    const orgId = newOrg();
    const change = { accessorials, updatedAt: '2026-03-02T12:00:00.000Z', author: OPERATOR };
    await expect(test.store.replaceTariff({ orgId, mode: 'test' }, change)).resolves.toMatchObject({
      outcome: 'replaced',
    });
    await expect(test.store.current(orgId, 'test')).resolves.toMatchObject({ tariff: { accessorials } });

    // The other terms of the largest size, and rules of the largest size together.
    const bands = Array.from({ length: 20 }, (_, band) => ({
      fromMiles: band + 0.5,
      percent: 123.45,
      floorCents: 9_999_999,
    }));
    const overrides = Object.fromEntries(OVERRIDABLE.map((name) => [name, { percentOfBase: 123.45 }]));
    const rules: PricingRule[] = [];
    while (rulesSizeErrors([...rules, ruleOfSize(rules.length)]).length === 0) {
      rules.push(ruleOfSize(rules.length));
    }
    const largest = terms({
      margins: bands,
      marginsByEquipment: Object.fromEntries(EQUIPMENT_TYPES.map((type) => [type, bands])),
      accessorialOverrides: overrides,
      volumeDiscounts: Array.from({ length: 20 }, (_, at) => ({ percent: 12.34, containers: 9_999 - at })),
      rules,
    });
    const replaced = replacement(1, { terms: largest, note: '貨'.repeat(500) });
    await expect(test.store.replace({ orgId, mode: 'test' }, replaced)).resolves.toMatchObject({
      outcome: 'replaced',
    });
    await expect(test.store.current(orgId, 'test')).resolves.toMatchObject({
      tariff: { accessorials },
      rules,
    });
  });

  it('are read exactly as they were set', async () => {
    const store = test.store;
    await fc.assert(
      fc.asyncProperty(anyStrategy, async ({ version, ...wanted }) => {
        const orgId = newOrg();
        await store.replace({ orgId, mode: 'live' }, replacement(1, { terms: wanted }));
        expect(await store.current(orgId, 'live')).toEqual({
          ...wanted,
          version: 1,
          updatedAt: '2026-03-01T12:00:00.000Z',
          updatedBy: 'key_1',
        });
      }),
      { numRuns: 60 },
    );
  });

  it('keep their rules, also when the accessorial tariff is replaced', async () => {
    const rule = pricingRule(
      'Acme',
      {
        customer: 'Acmé',
        origin: { key: 'port:USSAV', text: 'USSAV' },
        equipment: ['container_40'],
        ...{ minMiles: 0, maxMiles: 300.5, weekdays: ['sunday'], minLeadDays: 0, maxLeadDays: 2 },
      },
      {
        margin: { percent: 12.5, floorCents: 0 },
        rounding: { toCents: 500, mode: 'up' },
        ...{ validityDays: 3, fuel: 'included', accessorialOverrides: { chassis: { percentOfBase: 2.5 } } },
      },
    );
    const orgId = newOrg();
    const withRule = terms({ rules: [rule] });
    await test.store.replace({ orgId, mode: 'live' }, replacement(1, { terms: withRule }));
    await test.store.replaceTariff(
      { orgId, mode: 'live' },
      {
        ...{
          accessorials: [ownEntry({ charge: TIERS })],
          updatedAt: '2026-03-02T12:00:00.000Z',
          author: OPERATOR,
        },
      },
    );
    await expect(test.store.current(orgId, 'live')).resolves.toMatchObject({ version: 2, rules: [rule] });
    await expect(
      test.store.replace({ orgId, mode: 'live' }, replacement(1, { terms: withRule })),
    ).resolves.toMatchObject({ outcome: 'unchanged' });
    await test.store.replace({ orgId, mode: 'live' }, replacement(1, { terms: terms({ validityDays: 9 }) }));
    expect(await test.store.current(orgId, 'live')).not.toHaveProperty('rules');
  });

  it('belong to one organization in one mode', async () => {
    const [orgId, other] = [newOrg(), newOrg()];
    await test.store.replace({ orgId, mode: 'test' }, replacement(30));

    await expect(test.store.current(orgId, 'live')).resolves.toEqual(UNSET_STRATEGY);
    await expect(test.store.current(other, 'test')).resolves.toEqual(UNSET_STRATEGY);
  });

  it('do not change if the same terms are set again, with any expected version', async () => {
    const orgId = newOrg();
    await test.store.replace({ orgId, mode: 'test' }, replacement(30));

    for (const expectedVersion of [0, 1]) {
      const again = await test.store.replace(
        { orgId, mode: 'test' },
        replacement(30, { expectedVersion, updatedAt: '2026-04-01T12:00:00.000Z' }),
      );
      expect(again).toMatchObject({
        outcome: 'unchanged',
        strategy: { version: 1, updatedAt: '2026-03-01T12:00:00.000Z' },
      });
    }
    await expect(test.store.page(orgId, 'test', 100)).resolves.toHaveLength(1);
  });

  it('can be set to the default and to the terms of an earlier version', async () => {
    const orgId = newOrg();
    const days = [7, 30, 7];
    for (const validityDays of days)
      await test.store.replace({ orgId, mode: 'test' }, replacement(validityDays));

    const history = await test.store.page(orgId, 'test', 100);
    expect(history.map(({ version, validityDays }) => [version, validityDays])).toEqual([
      [3, 7],
      [2, 30],
      [1, 7],
    ]);
  });

  it('keep author and note of each change; the note of an unchanged strategy is not stored', async () => {
    const orgId = newOrg();
    const note = 'More margin\nfrom 250 miles \u{1F69A}';
    const author = { type: 'key', keyId: 'key_2', requestId: 'request-2' } as const;
    const replaced = await test.store.replace({ orgId, mode: 'test' }, replacement(1, { author, note }));
    await test.store.replace({ orgId, mode: 'test' }, replacement(1, { note: 'again' }));
    await test.store.replace({ orgId, mode: 'test' }, replacement(2));

    expect(replaced).toMatchObject({ outcome: 'replaced', strategy: { updatedBy: 'key_2', note } });
    const stored = await test.store.page(orgId, 'test', 100);
    expect(stored.map((one) => [one.version, one.note, one.updatedBy])).toEqual([
      [2, undefined, 'key_1'],
      [1, note, 'key_2'],
    ]);
  });

  it('have pages of the newest versions below a version', async () => {
    const [orgId, other] = [newOrg(), newOrg()];
    for (let days = 1; days <= 11; days++)
      await test.store.replace({ orgId, mode: 'test' }, replacement(days));
    await test.store.replace({ orgId: other, mode: 'test' }, replacement(90));
    const history = await test.store.page(orgId, 'test', 100);
    expect(history.map(({ version }) => version)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
    expect(await test.store.current(orgId, 'test')).toEqual(history[0]);

    for (const limit of [1, 3, 11, 50]) {
      for (const before of [undefined, 0, 1, 2, 11, 12, 99]) {
        const wanted = history.filter(({ version }) => before === undefined || version < before);
        expect(await test.store.page(orgId, 'test', limit, before)).toEqual(wanted.slice(0, limit));
      }
    }
    expect(await test.store.page(orgId, 'live', 10)).toEqual([]);
  });

  it('are replaced only if the expected version is current', async () => {
    const orgId = newOrg();
    const replace = (days: number, expectedVersion: number) =>
      test.store.replace({ orgId, mode: 'test' }, replacement(days, { expectedVersion }));

    await expect(replace(1, 0)).resolves.toMatchObject({ outcome: 'replaced' });
    await expect(replace(2, 0)).resolves.toEqual({ outcome: 'changed-meanwhile', currentVersion: 1 });
    await expect(replace(2, 7)).resolves.toEqual({ outcome: 'changed-meanwhile', currentVersion: 1 });
    await expect(replace(2, 1)).resolves.toMatchObject({ outcome: 'replaced', strategy: { version: 2 } });
  });

  it('have one version for each of several concurrent replacements', async () => {
    const orgId = newOrg();
    const days = Array.from({ length: 8 }, (_, index) => index + 1);

    const results = await Promise.all(
      days.map((day) => test.store.replace({ orgId, mode: 'test' }, replacement(day))),
    );

    expect(results.map(({ outcome }) => outcome)).toEqual(days.map(() => 'replaced'));
    const history = await test.store.page(orgId, 'test', 100);
    expect(history.map(({ version }) => version)).toEqual(days.toReversed());
    expect(history.map(({ validityDays }) => validityDays).sort()).toEqual(days);
    await expect(test.store.current(orgId, 'test')).resolves.toEqual(history[0]);
  });

  it('accept one of several concurrent replacements that expect the same version', async () => {
    const orgId = newOrg();
    const results = await Promise.all(
      [1, 2, 3, 4].map((day) =>
        test.store.replace({ orgId, mode: 'test' }, replacement(day, { expectedVersion: 0 })),
      ),
    );

    expect(results.map(({ outcome }) => outcome).sort()).toEqual([
      'changed-meanwhile',
      'changed-meanwhile',
      'changed-meanwhile',
      'replaced',
    ]);
    await expect(test.store.page(orgId, 'test', 100)).resolves.toHaveLength(1);
  });
});

describe('strategies in DynamoDB', () => {
  let test: DynamoDbUnderTest;
  /** Commands sent, without repetitions of the SDK. */
  const sent: string[] = [];
  /** How many of the next transaction requests, retries of the SDK included, are applied and lose their response. */
  let responsesToLose = 0;
  /** Runs once, between a read of the current version and the next write. */
  let concurrentWrite: (() => Promise<unknown>) | undefined;

  beforeAll(async () => {
    test = await dynamoDb();
    test.client.middlewareStack.add(
      (next, context) => async (args) => {
        const command = String(context.commandName);
        sent.push(command);
        const runConcurrentWrite = command.startsWith('TransactWrite') ? concurrentWrite : undefined;
        if (runConcurrentWrite) {
          concurrentWrite = undefined;
          await runConcurrentWrite();
        }
        return next(args);
      },
      { step: 'initialize', name: 'watch' },
    );
    test.client.middlewareStack.add(
      (next, context) => async (args) => {
        if (!String(context.commandName).startsWith('TransactWrite') || responsesToLose === 0)
          return next(args);
        responsesToLose -= 1;
        // Retries have the same token, so that they are applied once.
        await next(args).catch(() => undefined);
        throw Object.assign(new Error('The response was lost'), { name: 'TimeoutError' });
      },
      { step: 'finalizeRequest', priority: 'low', name: 'lose-answers' },
    );
  });
  afterAll(() => test.stop());

  it('have whole pages also if they are larger than what one query reads', async () => {
    const orgId = newOrg();
    const bands = Array.from({ length: 20 }, (_, band) => ({
      fromMiles: band,
      percent: 12.34,
      floorCents: 99_999_99,
    }));
    const large = terms({
      marginsByEquipment: Object.fromEntries(EQUIPMENT_TYPES.map((type) => [type, bands])),
    });
    for (let validityDays = 1; validityDays <= 120; validityDays++)
      await test.store.replace(
        { orgId, mode: 'test' },
        replacement(1, { terms: { ...large, validityDays } }),
      );
    sent.length = 0;
    const page = await test.store.page(orgId, 'test', 120);
    expect(page.map(({ version }) => version)).toEqual(Array.from({ length: 120 }, (_, at) => 120 - at));
    expect(sent.length).toBeGreaterThan(1);
  });

  it('are read in one round trip', async () => {
    const orgId = newOrg();
    await test.store.replace({ orgId, mode: 'test' }, replacement(1));
    sent.length = 0;
    await test.store.current(orgId, 'test');
    expect(sent).toEqual(['QueryCommand']);
  });

  it.each([1, 2])('add one version for a write with %i lost responses', async (lost) => {
    const orgId = newOrg();
    await test.store.replace({ orgId, mode: 'test' }, replacement(1));
    responsesToLose = lost;

    await expect(test.store.replace({ orgId, mode: 'test' }, replacement(2))).resolves.toMatchObject({
      outcome: 'replaced',
      strategy: { version: 2 },
    });
    expect(responsesToLose).toBe(0);
    await expect(test.store.page(orgId, 'test', 100)).resolves.toHaveLength(2);
  });

  it('add one version if all responses are lost and the caller retries', async () => {
    const orgId = newOrg();
    const wanted = replacement(2, { expectedVersion: 0 });
    responsesToLose = 3;

    await expect(test.store.replace({ orgId, mode: 'test' }, wanted)).rejects.toThrow(
      'The response was lost',
    );
    expect(responsesToLose).toBe(0);
    await expect(test.store.replace({ orgId, mode: 'test' }, wanted)).resolves.toMatchObject({
      outcome: 'unchanged',
      strategy: { version: 1 },
    });
    await expect(test.store.page(orgId, 'test', 100)).resolves.toHaveLength(1);
  });

  it('are in the audit log with their author, once for each version', async () => {
    const orgId = newOrg();
    const author = { type: 'key', keyId: 'key_1', requestId: 'request-1' } as const;
    await test.store.replace({ orgId, mode: 'test' }, replacement(1, { author }));
    await test.store.replace({ orgId, mode: 'test' }, replacement(1, { author }));
    await test.store.replace({ orgId, mode: 'test' }, replacement(2, { author }));

    const now = new Date('2026-03-02T00:00:00.000Z');
    const { events } = await test.auditLog.list({ orgId, mode: 'test' }, { limit: 9 }, now);
    expect(events.map(({ action, target, author: by }) => [action, target.id, by])).toEqual([
      ['pricing_strategy.replaced', '2', author],
      ['pricing_strategy.replaced', '1', author],
    ]);
    const updatedAt = '2026-03-01T12:00:00.000Z';
    await test.store.replaceTariff(
      { orgId, mode: 'test' },
      { accessorials: [ownEntry()], updatedAt, author },
    );
    const { events: later } = await test.auditLog.list({ orgId, mode: 'test' }, { limit: 1 }, now);
    expect(later).toMatchObject([
      { action: 'accessorial_tariff.replaced', target: { type: 'accessorial_tariff', id: '1' } },
    ]);
  });

  it('follow a version that was set after the current one was read', async () => {
    const orgId = newOrg();
    concurrentWrite = () => test.store.replace({ orgId, mode: 'test' }, replacement(1));

    await expect(test.store.replace({ orgId, mode: 'test' }, replacement(2))).resolves.toMatchObject({
      outcome: 'replaced',
      strategy: { version: 2, validityDays: 2 },
    });
    concurrentWrite = () => test.store.replace({ orgId, mode: 'test' }, replacement(3));
    await expect(
      test.store.replace({ orgId, mode: 'test' }, replacement(4, { expectedVersion: 2 })),
    ).resolves.toEqual({
      outcome: 'changed-meanwhile',
      currentVersion: 3,
    });
  });

  it('are not replaced if another version comes first each time, and say which is current', async () => {
    const orgId = newOrg();
    const { page, replace } = test.store;
    let versions = 0;
    const comeFirst = async () => {
      versions += 1;
      await replace({ orgId, mode: 'test' }, replacement(versions));
      concurrentWrite = comeFirst;
    };
    concurrentWrite = comeFirst;

    const result = await replace({ orgId, mode: 'test' }, replacement(365));
    concurrentWrite = undefined;

    expect(result).toEqual({ outcome: 'changed-meanwhile', currentVersion: versions });
    const stored = await page(orgId, 'test', 100);
    expect(stored.map(({ validityDays }) => validityDays)).toEqual(
      Array.from({ length: versions }, (_, at) => versions - at),
    );
  });

  it.each([
    ['no margins', { margins: [] }],
    ['a margin that is text', { margins: [{ fromMiles: 0, percent: '15', floorCents: 0 }] }],
    ['a fraction of a cent', { margins: [{ fromMiles: 0, percent: 15, floorCents: 0.5 }] }],
    ['an unknown way with fuel', { fuel: 'free' }],
  ])('reject a damaged item: %s', async (_case, damage) => {
    const orgId = newOrg();
    const Item = { ...terms(), version: 1, updatedAt: '', account: `${orgId}#test`, ...damage };
    await test.client.send(new PutCommand({ TableName: test.table, Item }));

    await expect(test.store.current(orgId, 'test')).rejects.toThrow();
  });

  it('stay readable with a limit or an accessorial that was removed', async () => {
    const orgId = newOrg();
    const change = { validityDays: 400, accessorialOverrides: { forgotten: { cents: 1 } } };
    const Item = { ...terms(change), version: 1, updatedAt: '', account: `${orgId}#test` };
    await test.client.send(new PutCommand({ TableName: test.table, Item }));

    await expect(test.store.current(orgId, 'test')).resolves.toMatchObject(change);
  });
});
