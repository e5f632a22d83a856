import { describe, expect, it } from 'vitest';
import { UNSET_TARIFF } from '../../../../shared/costs/accessorials/own-tariff.ts';
import { CONTAINER_EQUIPMENT } from '../../../../shared/costs/equipment/equipment-type.ts';
import type { Outcome } from '../../../../shared/platform/http/outcome.ts';
import { describeTariff } from '../../../../shared/quotes/tariff/describe-tariff.ts';
import { listAccessorialsUseCase } from '../../../../shared/quotes/tariff/list-accessorials.ts';
import { replaceTariffUseCase } from '../../../../shared/quotes/tariff/replace-tariff.ts';
import type { TariffDocument } from '../../../../shared/quotes/tariff/tariff-document.ts';
import { tariffPlaces } from '../../../../shared/quotes/tariff/tariff-places.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { bodyOf, rejectionOf } from '../../../support/answer-parts.ts';
import { createInMemoryStrategyStore } from '../../../support/in-memory-strategy-store.ts';

const CALLER = { orgId: 'org_1', mode: 'test', keyId: 'key_1', requestId: 'request-1' } as const;
const NOW = '2026-10-07T17:00:00.000Z';
const PLACES = tariffPlaces(loadTerminals());
const CHASSIS = { name: 'chassis', amount: 45, unit: 'per day' };

function tariffUnderTest() {
  const strategies = createInMemoryStrategyStore();
  const replaceAs = replaceTariffUseCase({
    strategies,
    places: { current: async () => PLACES },
    now: () => new Date(NOW),
  });
  const list = listAccessorialsUseCase(strategies);
  return {
    strategies,
    replace: (accessorials: readonly unknown[], ifMatch?: string) =>
      replaceAs({ accessorials }, ifMatch, CALLER),
    list: (query: Readonly<Record<string, string>> = {}, caller: { orgId: string } = CALLER) =>
      list(query, { ...CALLER, ...caller }),
  };
}

const namesOf = (answer: Outcome<TariffDocument>) => [
  ...new Set(bodyOf(answer).accessorials.map(({ name }) => name)),
];

describe('the replacement of a tariff', () => {
  it('returns the next version, with its ETag, and records who made it', async () => {
    const { strategies, replace } = tariffUnderTest();
    const answer = await replace([CHASSIS]);

    expect(answer).toMatchObject({
      ok: true,
      headers: { ETag: '"1"' },
      body: { version: 1, updated_at: NOW },
    });
    const own = bodyOf(answer).accessorials.filter(({ source }) => source === 'custom');
    expect(own).toMatchObject([{ name: 'chassis', amount: 45, unit: 'per day' }]);
    expect(await strategies.current('org_1', 'test')).toMatchObject({
      version: 1,
      updatedBy: 'key_1',
      updatedAt: NOW,
      note: 'Accessorial tariff, version 1',
    });
  });

  it('by the same tariff adds no version, and without entries it is the base tariff', async () => {
    const { strategies, replace } = tariffUnderTest();
    expect(await replace([])).toEqual({
      ok: true,
      headers: { ETag: '"0"' },
      body: describeTariff(UNSET_TARIFF),
    });
    await replace([CHASSIS]);
    expect(await replace([CHASSIS], '"7"')).toMatchObject({ headers: { ETag: '"1"' } });
    expect(await strategies.history('org_1', 'test')).toHaveLength(1);
  });

  it.each(['"1"', 'W/"1"', '1', '*', undefined])(
    'is made after version 1 with If-Match %s',
    async (ifMatch) => {
      const { replace } = tariffUnderTest();
      await replace([CHASSIS]);
      expect(await replace([], ifMatch)).toMatchObject({ ok: true, body: { version: 2 } });
    },
  );

  it('is rejected if the version is not the expected one', async () => {
    const { replace } = tariffUnderTest();
    await replace([CHASSIS]);

    expect(rejectionOf(await replace([], '"0"'))).toEqual({
      kind: 'conflict',
      message: 'The accessorial tariff has changed. The current version is 1. Read it, then try again.',
      code: 'TARIFF_CHANGED',
      details: { current_version: 1 },
    });
  });

  it('is rejected with all errors of the header and the body', async () => {
    const { replace, list } = tariffUnderTest();
    const header = {
      field: 'If-Match',
      message: 'must be "*" or the ETag of one version of the tariff',
    };

    expect(rejectionOf(await replace([CHASSIS], 'x'))).toMatchObject({ details: { errors: [header] } });
    expect(rejectionOf(await replace([{ name: 'chassis', amount: -1 }], 'x'))).toMatchObject({
      kind: 'invalid',
      details: { errors: [header, { field: 'accessorials[0].amount' }] },
    });
    expect(bodyOf(await list()).version).toBe(0);
  });
});

describe('the list of accessorials', () => {
  it('has those of the organization and of the base tariff, with the ETag of the version', async () => {
    const { replace, list } = tariffUnderTest();
    const replaced = await replace([CHASSIS]);

    expect(await list()).toEqual(replaced);
    const sources = bodyOf(replaced).accessorials.map(({ source }) => source);
    expect(new Set(sources)).toEqual(new Set(['custom', 'default']));
    expect(await list({}, { orgId: 'org_2' })).toMatchObject({ headers: { ETag: '"0"' } });
  });

  it('of one equipment has only those that apply to it', async () => {
    const { list } = tariffUnderTest();
    const all = namesOf(await list());
    const ofTank = await list({ equipment_type: 'iso_tank' });

    expect(
      bodyOf(ofTank).accessorials.every(({ equipment_types: types }) => types.includes('iso_tank')),
    ).toBe(true);
    expect(namesOf(ofTank).length).toBeGreaterThan(0);
    expect(namesOf(ofTank)).not.toContain('chassis');
    expect(all).toContain('chassis');
    for (const equipment of CONTAINER_EQUIPMENT.filter((type) => type !== 'iso_tank')) {
      expect(namesOf(await list({ equipment_type: equipment }))).toContain('chassis');
    }
    expect(namesOf(await list({ equipment_type: 'ISO Tank' }))).toEqual(namesOf(ofTank));
  });

  it('of one name has its entries, whatever the underscores', async () => {
    const { replace, list } = tariffUnderTest();
    await replace([
      { name: 'prepull', amount: 90, equipment_types: ['container_20'] },
      { name: 'own_fee', title: 'Own fee', unit: 'flat', amount: 1 },
    ]);
    const found = await list({ name: 'pre_pull' });

    expect(namesOf(found)).toEqual(['prepull']);
    expect(bodyOf(found).accessorials.map(({ source }) => source)).toEqual(['custom', 'default']);
    expect(namesOf(await list({ name: 'own fee' }))).toEqual(['own_fee']);
    expect(namesOf(await list({ name: 'own_fee', equipment_type: 'dryvan' }))).toEqual(['own_fee']);
    expect(bodyOf(await list({ name: 'other' })).accessorials).toEqual([]);
  });

  it.each([
    ['equipment_type', 'boat', /^must be one of dryvan, /],
    ['equipment_type', '', /^must be one of dryvan, /],
    ['name', 'x'.repeat(101), /^must be a text of at most 100 characters$/],
  ])('rejects %s=%s', async (field, value, message) => {
    expect(rejectionOf(await tariffUnderTest().list({ [field]: value }))).toMatchObject({
      kind: 'invalid',
      details: { errors: [{ field, message: expect.stringMatching(message) }] },
    });
  });
});
