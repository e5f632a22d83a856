import { describe, expect, it } from 'vitest';
import type { ContractRate } from '../../../../shared/contracts/rate/contract-rate.ts';
import { dieselFor } from '../../../../shared/costs/diesel/diesel-lookup.ts';
import { costOfMove } from '../../../../shared/costs/model/cost-model.ts';
import { residualOf } from '../../../../shared/market/cells/market-cell.ts';
import { readContributionUseCase } from '../../../../shared/market/contribution/read-contribution.ts';
import { loadResidual } from '../../../../shared/market/loads/load-residual.ts';
import { readResumption, resumeUploads } from '../../../../shared/market/uploads/waiting-uploads.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import { weekNumber } from '../../../../shared/platform/time/utc-week.ts';
import {
  convertedQuoteMessage,
  convertedQuoteOfKey,
  readConvertedQuoteMessage,
} from '../../../../shared/quotes/loads/converted-quote.ts';
import { importConvertedQuote } from '../../../../shared/quotes/loads/import-converted-quote.ts';
import { parseQuoteId, type QuoteId } from '../../../../shared/quotes/record/quote-id.ts';
import type { PricingStrategy } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { UNSET_STRATEGY } from '../../../../shared/quotes/strategy/strategy-store.ts';
import { terminalId } from '../../../../shared/terminals/catalogue/terminal-id.ts';
import { createInMemoryMarket } from '../../../support/in-memory-market.ts';
import { createInMemoryObjects } from '../../../support/in-memory-objects.ts';
import { createInMemoryStrategyStore } from '../../../support/in-memory-strategy-store.ts';
import { contractRate } from '../../contracts/contract-rates.ts';
import { CALLER, quotingUnderTest } from '../quoting-under-test.ts';

const QUOTED_AT = new Date('2026-10-07T17:00:00Z');
const SETTING_AT = '2026-10-01T00:00:00.000Z';

interface World {
  /** False: the strategy was never set. */
  readonly asLoads?: boolean;
  readonly strategy?: Partial<PricingStrategy>;
  readonly contracts?: readonly ContractRate[];
  /** Of quotes and conversions. */
  readonly clock?: () => Date;
  /** Called before each write; it may throw. */
  readonly fail?: (call: string) => void;
}

/** Quotes, strategies, market and bucket in memory. */
async function world({
  asLoads = true,
  strategy = {},
  contracts = [],
  clock = () => QUOTED_AT,
  fail,
}: World = {}) {
  const quotes = quotingUnderTest({ strategy, contracts, clock });
  const strategies = createInMemoryStrategyStore();
  const set = (account: Account, updatedAt: string, on: boolean) => {
    const { version: _, updatedAt: __, ...terms } = UNSET_STRATEGY;
    return strategies.replace(account.orgId, account.mode, {
      terms: { ...terms, ...(on && { convertedQuotesAsLoads: true }) },
      updatedAt,
      author: { actor: 'operator' } as never,
    });
  };
  if (asLoads) await set(CALLER, SETTING_AT, true);
  const market = createInMemoryMarket(fail);
  const objects = createInMemoryObjects();
  const organizations = new Map<string, { status: 'active' | 'suspended'; erasingSince?: string }>([
    [CALLER.orgId, { status: 'active' }],
  ]);
  let runs = 0;
  const run = async (key: string) => {
    const converted = convertedQuoteOfKey(key);
    if (converted === undefined) throw new Error(key);
    runs += 1;
    return importConvertedQuote(
      {
        objects,
        findOrganization: async (orgId) => organizations.get(orgId),
        now: () => QUOTED_AT,
        run: `run ${runs}`,
        store: market,
        quotes: quotes.store,
        strategies,
        dieselFor: async () => dieselFor,
        terminalId: async (name) => terminalId(name),
      },
      { key, tag: '', length: 0, sequencer: '' },
      converted,
    );
  };
  const keyOf = (quoteId: QuoteId, account: Account = CALLER) =>
    readConvertedQuoteMessage(convertedQuoteMessage({ ...account, quoteId }))?.key ?? '';
  const loads = () =>
    [...market.allLoads.values()].flatMap(({ owner, week, loads }) =>
      [...loads.values()].map((load) => ({ owner, week, load })),
    );
  return {
    ...{ quotes, market, objects, organizations, strategies, set, run, keyOf, loads },
    /** The key of the import of a new converted quote, and the quote. */
    converted: async (changes: object = {}, beforeConversion = () => {}) => {
      const { quote } = await quotes.quote(changes);
      const quoteId = parseQuoteId(quote.quote_id) as QuoteId;
      beforeConversion();
      const { outcome } = await quotes.store.convert(CALLER, quoteId);
      if (outcome !== 'converted') throw new Error(outcome);
      return { key: keyOf(quoteId), quote, quoteId };
    },
    observations: async (account: Account = CALLER) =>
      (await readContributionUseCase(market, () => QUOTED_AT)(account)).data.observations,
  };
}

const ADDED = { outcome: 'load', imported: { added: 1, known: 0 } };
const KNOWN = { outcome: 'load', imported: { added: 0, known: 1 } };

describe('the load of a converted quote', () => {
  it('is imported once, whatever is repeated', async () => {
    const test = await world();
    const { key } = await test.converted();

    expect(await test.run(key)).toEqual(ADDED);
    const [first] = test.loads();
    expect(first).toMatchObject({ owner: 'org_1#test', load: { count: 1 } });
    for (let repeated = 0; repeated < 3; repeated++) expect(await test.run(key)).toEqual(KNOWN);
    expect(test.loads()).toEqual([first]);
    expect(await test.observations()).toBe(1);
    expect((await test.converted()).key).not.toBe(key);
  });

  it('of each of two equal quotes is a load', async () => {
    const test = await world();
    for (const { key } of [await test.converted(), await test.converted()]) await test.run(key);
    expect(await test.observations()).toBe(2);
  });

  it('has the lane, the day and the price of the quote, with its margin', async () => {
    const test = await world();
    const { key, quote } = await test.converted();
    await test.run(key);

    const [{ load, week } = { load: undefined, week: 0 }] = test.loads();
    const { origin, destination } = quote.route;
    expect(week).toBe(weekNumber('2026-10-07'));
    expect(load?.lane).toEqual({
      terminal: terminalId(origin.name),
      terminalType: origin.type,
      originState: 'CA',
      destinationState: 'AZ',
      zip3: destination.zip.slice(0, 3),
    });
    // Without loads, the market rate is the modeled cost. So the residual is ln(price / cost), and 0 without a margin.
    const margin = quote.pricing.base_rate / (quote.pricing.base_rate - (quote.margin?.amount ?? 0));
    expect(residualOf(load?.slot ?? 0)).toBeCloseTo(Math.log(margin), 1);
    expect(Math.log(margin)).toBeGreaterThan(0.1);
  });

  it.each([
    ['fuel as a surcharge', {}, {}],
    ['fuel in the base rate', { fuel: 'included' }, {}],
    ['the charge of its equipment', {}, { equipment_type: 'reefer_container_40' }],
    [
      'accessorials on request, which are not a part of it',
      {},
      { special_requirements: ['prepull', 'chassis'] },
    ],
  ] as const)('has the residual of a reported load with the same price: %s', async (_, strategy, changes) => {
    const test = await world({ strategy });
    const { key, quote } = await test.converted(changes);
    await test.run(key);

    const [{ load } = { load: undefined }] = test.loads();
    const { prepull: _prepull, chassis: _chassis, ...ofEquipment } = quote.pricing.accessorial_charges;
    const charges = Object.values(ofEquipment).reduce((sum, amount) => sum + amount, 0);
    expect(charges > 0).toBe('equipment_type' in changes);
    const reported = loadResidual(
      {
        ...{ terminal: undefined, terminalType: 'marine', originState: 'CA', freightMarket: 'los-angeles' },
        ...{ destinationState: 'AZ', zip3: '850', miles: quote.route.distance, day: '2026-10-07' },
        equipment: quote.equipment_type as 'container_40',
        rateCents: Math.round((quote.pricing.base_rate + charges) * 100),
        fuelIncluded: 'fuel' in strategy,
        contributor: 'org_1#test',
      },
      dieselFor,
    );
    expect(Math.abs(residualOf(load?.slot ?? 0) - reported)).toBeLessThanOrEqual(0.01);
  });

  it.each([
    ['in a week with another diesel price', '2026-07-13', { pickup_date: '2026-07-16' }],
    [
      'for a door in another diesel region',
      '2026-10-07',
      { origin: 'Cedar City, UT', destination: 'Long Beach, CA' },
    ],
  ])('subtracts the fuel that the quote included: quoted %s', async (_, quotedOn, changes) => {
    let now = new Date(`${quotedOn}T17:00:00Z`);
    const margins = [{ fromMiles: 0, percent: 0, floorCents: 0 }];
    const strategy = { fuel: 'included', margins, validityDays: 90 } as const;
    const test = await world({ strategy, clock: () => now });
    const { key, quote } = await test.converted(changes, () => {
      now = new Date('2026-10-07T18:00:00Z');
    });
    expect(await test.run(key)).toEqual(ADDED);

    const [{ load, week } = { load: undefined, week: 0 }] = test.loads();
    expect([week, load?.lane.originState]).toEqual([weekNumber('2026-10-07'), 'CA']);
    // The price is the modeled cost, at the diesel price of the door's state in the week of the quote.
    const { fuelCents } = costOfMove({
      ...{ miles: quote.route.distance, terminalType: 'marine', state: 'CA' },
      dieselPrice: dieselFor(quote.route.origin.state, quotedOn).pricePerGallon,
    });
    const atTerminal = costOfMove({
      ...{ miles: quote.route.distance, terminalType: 'marine', state: 'CA' },
      dieselPrice: dieselFor('CA', '2026-10-07').pricePerGallon,
    });
    expect(atTerminal.fuelCents - fuelCents).toBeGreaterThan(0.04 * atTerminal.linehaulCents);
    expect(Math.abs(residualOf(load?.slot ?? 0))).toBeLessThanOrEqual(0.01);
  });

  it('of a container that returns to a terminal has that terminal as its origin', async () => {
    const test = await world();
    const { key, quote } = await test.converted({ origin: 'Phoenix, AZ', destination: 'Long Beach, CA' });
    expect(await test.run(key)).toEqual(ADDED);
    expect(test.loads()).toMatchObject([
      {
        load: {
          lane: {
            terminal: terminalId(quote.route.destination.name),
            originState: 'CA',
            destinationState: 'AZ',
          },
        },
      },
    ]);
  });

  it('has the price of a contract rate, if one priced the quote', async () => {
    const test = await world({ contracts: [contractRate({ amount: 150_000, fuel: 'included' })] });
    const { key, quote } = await test.converted();
    expect(quote.rate_source?.type).toBe('contract');
    expect(await test.run(key)).toEqual(ADDED);
    const spot = await world();
    await spot.run((await spot.converted()).key);
    expect(test.loads()[0]?.load.slot).not.toBe(spot.loads()[0]?.load.slot);
  });
});

describe('no load', () => {
  it.each([
    ['a trailer', { equipment_type: 'dryvan' }, 'dryvan is a trailer; the market has containers'],
    [
      'a container without a terminal',
      { origin: 'Rapid City, SD', destination: 'Casper, WY' },
      'the quote has no terminal',
    ],
  ])('is made of %s', async (_, changes, reason) => {
    const test = await world();
    const { key } = await test.converted(changes);
    expect(await test.run(key)).toEqual({ outcome: 'no-load', reason });
    expect(test.loads()).toEqual([]);
  });

  it('is made of a price that no move has', async () => {
    const test = await world({ contracts: [contractRate({ amount: 100 })] });
    const { key } = await test.converted();
    expect(await test.run(key)).toMatchObject({
      outcome: 'no-load',
      reason: expect.stringContaining('rate 1 is more than 5 times off'),
    });
  });

  it('is made if the quote is not converted, or was deleted', async () => {
    const test = await world();
    const { quote } = await test.quotes.quote();
    const quoteId = parseQuoteId(quote.quote_id) as QuoteId;
    expect(await test.run(test.keyOf(quoteId))).toEqual({
      outcome: 'no-load',
      reason: 'the quote is not converted',
    });
    await test.quotes.store.delete(CALLER, quoteId);
    expect(await test.run(test.keyOf(quoteId))).toEqual({
      outcome: 'no-load',
      reason: 'the quote was deleted',
    });
  });

  it('is made for the other mode, or for another organization', async () => {
    const test = await world();
    const { quoteId } = await test.converted();
    for (const account of [
      { ...CALLER, mode: 'live' },
      { ...CALLER, orgId: 'org_2' },
    ] as const) {
      await test.set(account, SETTING_AT, true);
      expect(await test.run(test.keyOf(quoteId, account))).toMatchObject({ outcome: 'no-load' });
    }
    expect(test.loads()).toEqual([]);
  });

  it('is made while the setting is off, by default or by a version', async () => {
    const unset = await world({ asLoads: false });
    expect(await unset.run((await unset.converted()).key)).toEqual({ outcome: 'off' });
    const off = await world();
    await off.set(CALLER, '2026-10-02T00:00:00.000Z', false);
    expect(await off.run((await off.converted()).key)).toEqual({ outcome: 'off' });
    expect([...unset.loads(), ...off.loads()]).toEqual([]);
  });

  it('is made later, or removed, by a change of the setting after the conversion', async () => {
    const later = new Date(QUOTED_AT.getTime() + 1).toISOString();
    const off = await world({ asLoads: false });
    const { key } = await off.converted();
    await off.set(CALLER, later, true);
    expect(await off.run(key)).toEqual({ outcome: 'off' });
    const on = await world();
    const converted = await on.converted();
    await on.set(CALLER, later, false);
    expect(await on.run(converted.key)).toEqual(ADDED);
  });

  it.each([
    ['does not exist', undefined],
    ['is being erased', { status: 'active', erasingSince: SETTING_AT }],
  ] as const)('is made for an organization that %s', async (_, organization) => {
    const test = await world();
    const { key } = await test.converted();
    if (organization === undefined) test.organizations.delete(CALLER.orgId);
    else test.organizations.set(CALLER.orgId, organization);
    expect(await test.run(key)).toMatchObject({ outcome: 'no-load' });
    expect(test.loads()).toEqual([]);
  });
});

describe('the import of a converted quote', () => {
  it('waits while its organization is suspended, and continues when it is resumed', async () => {
    const test = await world();
    const { key } = await test.converted();
    test.organizations.set(CALLER.orgId, { status: 'suspended' });
    expect(await test.run(key)).toEqual({ outcome: 'waiting' });
    expect(test.loads()).toEqual([]);

    test.organizations.set(CALLER.orgId, { status: 'active' });
    expect(await resumeUploads(test.objects, CALLER.orgId)).toBe(1);
    const [resumed = ''] = [...test.objects.all.keys()].filter((each) => each.includes('/resumed/'));
    const upload = await readResumption(test.objects, resumed);
    expect(upload?.key).toBe(key);
    expect(await test.run(upload?.key ?? '')).toEqual(ADDED);
  });

  it('that is killed at any write is completed by the next run', async () => {
    let writes = 0;
    const undisturbed = await world({
      fail: () => {
        writes += 1;
      },
    });
    await undisturbed.run((await undisturbed.converted()).key);
    expect(writes).toBeGreaterThan(5);
    for (let killedAt = 1; killedAt <= writes; killedAt++) {
      let calls = 0;
      const test = await world({
        fail: () => {
          calls += 1;
          if (calls === killedAt) throw new Error('killed');
        },
      });
      const { key } = await test.converted();
      await expect(test.run(key)).rejects.toThrow('killed');
      expect(await test.run(key)).toMatchObject({ outcome: 'load' });
      expect(await test.observations()).toBe(1);
      expect((await test.market.summary())?.owners).toEqual(['org_1#test']);
    }
  });

  it('publishes the market for the first load of an organization, and for a pooled one', async () => {
    const test = await world();
    const versionAfter = async () => {
      await test.run((await test.converted()).key);
      return (await test.market.summary())?.version;
    };
    expect(await versionAfter()).toBe(1);
    expect(await versionAfter()).toBe(1);
    expect(await test.observations()).toBe(2);
    // Loads of test keys are never pooled.
    await test.market.share('org_1#test', true);
    expect(await versionAfter()).toBe(1);

    const live = { ...CALLER, mode: 'live' } as const;
    await test.set(live, SETTING_AT, true);
    await test.market.register('org_1#live', false);
    await test.market.share('org_1#live', true);
    for (const version of [2, 3]) {
      const draft = test.quotes.draftOf({
        ...{ origin: 'Long Beach, CA', destination: 'Phoenix, AZ' },
        ...{ equipment_type: 'container_40', pickup_date: '2026-10-09' },
      });
      await test.quotes.createQuote(draft, live);
      const quoteId = test.quotes.kept.at(-1)?.quoteId as QuoteId;
      await test.quotes.store.convert(live, quoteId);
      expect(await test.run(test.keyOf(quoteId, live))).toEqual(ADDED);
      expect((await test.market.summary())?.version).toBe(version);
    }
    expect([await test.observations(live), await test.observations()]).toEqual([2, 3]);
  });
});
