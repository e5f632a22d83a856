import { describe, expect, it } from '@jest/globals';
import type { ContractRate } from '../../../../shared/contracts/rate/contract-rate.ts';
import { dieselFor } from '../../../../shared/costs/diesel/diesel-lookup.ts';
import { costOfMove } from '../../../../shared/costs/model/cost-model.ts';
import { wageUsdAt } from '../../../../shared/costs/model/truck-operating-cost.ts';
import { residualOf } from '../../../../shared/market/cells/market-cell.ts';
import { readContributionUseCase } from '../../../../shared/market/contribution/read-contribution.ts';
import { loadResidual } from '../../../../shared/market/loads/market-lane.ts';
import type { Account } from '../../../../shared/platform/account/account.ts';
import type { OutgoingMessage } from '../../../../shared/platform/sqs/sqs-message-queue.ts';
import { weekNumber } from '../../../../shared/platform/time/utc-calendar.ts';
import {
  convertedQuoteMessage,
  readConvertedQuoteMessage,
} from '../../../../shared/quotes/loads/converted-quote.ts';
import { importConvertedQuote } from '../../../../shared/quotes/loads/import-converted-quote.ts';
import { createQuoteIds, parseQuoteId, type QuoteId } from '../../../../shared/quotes/record/stored-quote.ts';
import type { PricingStrategy } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { UNSET_STRATEGY } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { terminalId } from '../../../../shared/terminals/catalogue/terminal.ts';
import { resumeImports } from '../../../../shared/uploads/waiting-imports.ts';
import { createInMemoryMarket } from '../../../support/in-memory-market.ts';
import { createInMemoryObjects } from '../../../support/in-memory-objects.ts';
import { contractRate } from '../../contracts/contract-rates.ts';
import { CALLER, quotingUnderTest, REQUEST } from '../quoting-under-test.ts';

const QUOTED_AT = new Date('2026-10-07T17:00:00Z');
const SETTING_AT = '2026-10-01T00:00:00.000Z';

interface World {
  /** False: the strategy was never set. */
  readonly asLoads?: boolean;
  readonly strategy?: Partial<PricingStrategy>;
  readonly contracts?: readonly ContractRate[];
  /** Of quotes and conversions. */
  readonly clock?: () => Date;
}

/** Quotes, strategies, market and bucket in memory. */
async function world({ asLoads = true, strategy = {}, contracts = [], clock = () => QUOTED_AT }: World = {}) {
  const quotes = quotingUnderTest({ strategy, contracts, clock });
  const settings: (Account & { readonly updatedAt: string; readonly isOn: boolean })[] = [];
  const set = ({ orgId, mode }: Account, updatedAt: string, isOn: boolean) =>
    settings.push({ orgId, mode, updatedAt, isOn });
  if (asLoads) set(CALLER, SETTING_AT, true);
  const strategies = {
    page: async (orgId: string, mode: string, limit: number, before = Number.POSITIVE_INFINITY) =>
      settings
        .filter((one) => one.orgId === orgId && one.mode === mode)
        .map(({ updatedAt, isOn }, at) => ({
          ...{ ...UNSET_STRATEGY, version: at + 1, updatedAt },
          ...(isOn && { convertedQuotesAsLoads: true as const }),
        }))
        .filter(({ version }) => version < before)
        .toReversed()
        .slice(0, limit),
  };
  const market = createInMemoryMarket();
  const objects = createInMemoryObjects();
  const organizations = new Map<string, { status: 'active' | 'suspended'; erasingSince?: string }>([
    [CALLER.orgId, { status: 'active' }],
  ]);
  const run = async (message: string) => {
    const converted = readConvertedQuoteMessage(message);
    if (converted === undefined) throw new Error(message);
    return importConvertedQuote(
      {
        objects,
        findOrganization: async (orgId) => organizations.get(orgId),
        now: () => QUOTED_AT,
        store: market,
        quotes: quotes.store,
        strategies,
        terminalId: async (name) => terminalId(name),
      },
      converted,
    );
  };
  const messageOf = (quoteId: QuoteId, account: Account = CALLER) =>
    convertedQuoteMessage({ ...account, quoteId });
  const loads = () =>
    [...market.allLoads.values()].flatMap(({ owner, week, loads }) =>
      [...loads.values()].map((load) => ({ owner, week, load })),
    );
  return {
    ...{ quotes, market, objects, organizations, set, run, messageOf, loads },
    /** The message of a new converted quote, and the quote. */
    converted: async (changes: object = {}, beforeConversion = () => {}) => {
      const { quote } = await quotes.quote(changes);
      const quoteId = parseQuoteId(quote.quote_id) as QuoteId;
      beforeConversion();
      const { outcome } = await quotes.store.convert(CALLER, quoteId);
      if (outcome !== 'converted') throw new Error(outcome);
      return { message: messageOf(quoteId), quote, quoteId };
    },
    observations: async (account: Account = CALLER) =>
      (await readContributionUseCase(market, () => QUOTED_AT)(account)).data.observations,
  };
}

const ADDED = { outcome: 'load', imported: { added: 1, known: 0 } };

describe('the load of a converted quote', () => {
  it.each([
    ['fuel in the base rate', { fuel: 'included' }, {}],
    [
      'the charges of its equipment, and none on request',
      {},
      { equipment_type: 'reefer_container_40', special_requirements: ['prepull', 'chassis'] },
    ],
  ] as const)(
    'has the lane, the week and the residual of a reported load with the same price: %s',
    async (_, strategy, changes) => {
      const test = await world({ strategy });
      const { message, quote } = await test.converted(changes);
      await test.run(message);

      const [{ load, owner, week } = { load: undefined }] = test.loads();
      const { origin, destination } = quote.route;
      expect([owner, week, load?.count]).toEqual(['org_1#test', weekNumber('2026-10-07'), 1]);
      expect(load?.lane).toEqual({
        terminal: terminalId(origin.name),
        terminalType: origin.type,
        originState: 'CA',
        destinationState: 'AZ',
        zip3: destination.zip.slice(0, 3),
      });
      const { prepull: _prepull, chassis: _chassis, ...ofEquipment } = quote.pricing.accessorial_charges;
      const charges = Object.values(ofEquipment).reduce((sum, amount) => sum + amount, 0);
      expect(charges > 0).toBe('equipment_type' in changes);
      const reported = loadResidual(
        {
          ...{ terminal: undefined, terminalType: 'marine', originState: 'CA', freightMarket: 'los-angeles' },
          ...{ destinationState: 'AZ', zip3: '850', miles: quote.route.distance, day: '2026-10-07' },
          wage: wageUsdAt({ latitude: origin.coordinates[0], longitude: origin.coordinates[1], state: 'CA' }),
          equipment: quote.equipment_type as 'container_40',
          rateCents: Math.round((quote.pricing.base_rate + charges) * 100),
          fuelIncluded: 'fuel' in strategy,
          contributor: 'org_1#test',
        },
        dieselFor,
      );
      expect(Math.abs(residualOf(load?.slot ?? 0) - reported)).toBeLessThanOrEqual(0.01);
    },
  );

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
    const { message, quote } = await test.converted(changes, () => {
      now = new Date('2026-10-07T18:00:00Z');
    });
    expect(await test.run(message)).toEqual(ADDED);

    const [{ load, week } = { load: undefined, week: 0 }] = test.loads();
    expect([week, load?.lane.originState]).toEqual([weekNumber('2026-10-07'), 'CA']);
    const terminal = [quote.route.origin, quote.route.destination].find(({ type }) => type === 'marine');
    expect(load?.lane.terminal).toBe(terminalId(terminal?.name ?? ''));
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
});

describe('no load', () => {
  it.each([
    ['a trailer', { equipment_type: 'dryvan' }, [], 'dryvan is a trailer; the market has containers'],
    [
      'a container without a terminal',
      { origin: 'Rapid City, SD', destination: 'Casper, WY' },
      [],
      'the quote has no terminal',
    ],
    ['a price that no move has', {}, [contractRate({ amount: 100 })], 'rate 1 is more than 5 times off'],
  ])('is made of %s', async (_, changes, contracts, reason) => {
    const test = await world({ contracts });
    const { message } = await test.converted(changes);
    expect(await test.run(message)).toMatchObject({
      outcome: 'no-load',
      reason: expect.stringContaining(reason),
    });
    expect(test.loads()).toEqual([]);
  });

  it('is made if the quote is not converted, or was deleted', async () => {
    const test = await world();
    const { quote } = await test.quotes.quote();
    const quoteId = parseQuoteId(quote.quote_id) as QuoteId;
    const noLoad = (reason: string) => ({ outcome: 'no-load', reason });
    expect(await test.run(test.messageOf(quoteId))).toEqual(noLoad('the quote is not converted'));
    await test.quotes.store.delete(CALLER, quoteId);
    expect(await test.run(test.messageOf(quoteId))).toEqual(noLoad('the quote was deleted'));
  });

  it('is made for another organization or mode, or for an organization that is gone or is being erased', async () => {
    const test = await world();
    const { message, quoteId } = await test.converted();
    for (const account of [
      { ...CALLER, mode: 'live' },
      { ...CALLER, orgId: 'org_2' },
    ] as const) {
      test.set(account, SETTING_AT, true);
      expect(await test.run(test.messageOf(quoteId, account))).toMatchObject({ outcome: 'no-load' });
    }
    test.organizations.set(CALLER.orgId, { status: 'active', erasingSince: SETTING_AT });
    expect(await test.run(message)).toMatchObject({ outcome: 'no-load' });
    test.organizations.delete(CALLER.orgId);
    expect(await test.run(message)).toMatchObject({ outcome: 'no-load' });
    expect(test.loads()).toEqual([]);
  });
});

describe('the import of a converted quote', () => {
  it('has the load also if the setting is off later', async () => {
    const test = await world();
    const { message } = await test.converted();
    test.set(CALLER, new Date(QUOTED_AT.getTime() + 1).toISOString(), false);
    expect(await test.run(message)).toEqual(ADDED);
  });

  it('publishes the market for the first load of an organization, and for a pooled one', async () => {
    const test = await world();
    const versions: (number | undefined)[] = [];
    const imported = async (account: Account) => {
      await test.quotes.createQuote(test.quotes.draftOf(REQUEST), account);
      const quoteId = test.quotes.kept.at(-1)?.quoteId as QuoteId;
      await test.quotes.store.convert(account, quoteId);
      expect(await test.run(test.messageOf(quoteId, account))).toEqual(ADDED);
      versions.push((await test.market.summary())?.version);
    };
    const live = { ...CALLER, mode: 'live' } as const;
    test.set(live, SETTING_AT, true);
    for (const account of [CALLER, CALLER, live, live]) await imported(account);
    // Loads of test keys are never pooled.
    await test.market.share('org_1#test', true);
    await test.market.share('org_1#live', true);
    for (const account of [CALLER, live]) await imported(account);
    expect(versions).toEqual([1, 1, 2, 2, 2, 3]);
    expect([await test.observations(live), await test.observations()]).toEqual([3, 3]);
  });

  it('waits while its organization is suspended, and continues when it is resumed', async () => {
    const test = await world();
    const { message } = await test.converted();
    test.organizations.set(CALLER.orgId, { status: 'suspended' });
    expect(await test.run(message)).toEqual({ outcome: 'waiting' });
    expect(test.loads()).toEqual([]);

    test.organizations.set(CALLER.orgId, { status: 'active' });
    const sent: OutgoingMessage[] = [];
    const send = async (messages: readonly OutgoingMessage[]) => {
      sent.push(...messages);
      return [];
    };
    expect(await resumeImports(test.objects, { send }, CALLER.orgId)).toBe(1);
    expect(sent).toEqual([{ body: message, group: 'org_1#test' }]);
    expect(await test.run(message)).toEqual(ADDED);
  });
});

const quoteId = createQuoteIds()(new Date('2026-10-07T17:00:00Z'));

describe('the message of a converted quote', () => {
  it.each(['test', 'live'] as const)('is read as its quote in %s', (mode) => {
    const converted = { orgId: 'org_1', mode, quoteId };
    expect(readConvertedQuoteMessage(convertedQuoteMessage(converted))).toEqual(converted);
  });

  it.each([
    ['no JSON', 'hello'],
    ['an event of the bucket', JSON.stringify({ source: 'aws.s3', detail: {} })],
    ['another mode', JSON.stringify({ convertedQuote: { orgId: 'org_1', mode: 'both', quoteId } })],
    ['no organization', JSON.stringify({ convertedQuote: { orgId: '', mode: 'live', quoteId } })],
    [
      'no quote id',
      JSON.stringify({ convertedQuote: { orgId: 'org_1', mode: 'live', quoteId: 'Q-1/../x' } }),
    ],
  ])('is not read from %s', (_, body) => {
    expect(readConvertedQuoteMessage(body)).toBeUndefined();
  });
});
