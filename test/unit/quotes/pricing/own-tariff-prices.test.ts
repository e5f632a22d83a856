import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { OwnAccessorial } from '../../../../shared/costs/accessorials/own-tariff.ts';
import { applyStrategy } from '../../../../shared/quotes/pricing/apply-strategy.ts';
import { DEFAULT_STRATEGY } from '../../../../shared/quotes/strategy/default-strategy.ts';
import type { PricingStrategy, QuotedMove } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { ownEntry } from '../../../support/own-tariffs.ts';
import { anyMove, anyStrategy, SERVED } from '../../../support/pricing-strategies.ts';
import { quotingUnderTest } from '../quoting-under-test.ts';

const tariff = (...accessorials: readonly OwnAccessorial[]) => ({ version: 1, updatedAt: '', accessorials });
const MOVE: QuotedMove = {
  equipment: 'container_40',
  miles: 120,
  linehaulCents: 100_000,
  fuelCents: 10_000,
  terminal: SERVED.losAngeles,
  requirements: [],
  pickupDay: '2026-10-09',
};
const price = (
  requirements: readonly string[],
  entries: readonly OwnAccessorial[],
  strategy: Partial<PricingStrategy> = {},
) =>
  applyStrategy({ ...MOVE, requirements }, { ...DEFAULT_STRATEGY, ...strategy, tariff: tariff(...entries) });

describe('prices by an own tariff', () => {
  it('without entries are as without a tariff', () => {
    fc.assert(
      fc.property(anyMove, anyStrategy, (move, strategy) => {
        const withTariff = { ...strategy, tariff: tariff() };
        expect(applyStrategy({ ...move, pickupDay: '2026-10-09' }, withTariff)).toEqual(
          applyStrategy(move, strategy),
        );
      }),
    );
  });

  it('are amounts for the quantity without its free time', () => {
    const detention = ownEntry({ name: 'detention', frequency: 'per hour', charge: { cents: 80_00 } });
    const quoted = (defaultQuantity: number, freeTime: number) =>
      price(['detention'], [{ ...detention, defaultQuantity, freeTime }]).accessorials[0];
    expect(quoted(5, 2)).toMatchObject({
      quantity: 3,
      rateCents: 80_00,
      amountCents: 240_00,
      type: 'custom',
    });
    expect(quoted(2, 2)).toMatchObject({ quantity: 0, amountCents: 0 });
  });

  it('are one amount for days by tiers', () => {
    const tiers = [
      { fromDay: 5, cents: 100_00 },
      { fromDay: 9, cents: 150_00 },
    ];
    const storage = ownEntry({
      name: 'storage',
      frequency: 'per day',
      charge: { tiers },
      defaultQuantity: 10,
    });
    expect(price(['storage'], [storage]).accessorials).toEqual([
      expect.objectContaining({ quantity: 1, rateCents: 700_00, amountCents: 700_00, source: 'own_tariff' }),
    ]);
    expect(
      price(['storage'], [storage], { accessorialOverrides: { storage: { cents: 10_00 } } }).accessorials,
    ).toEqual([expect.objectContaining({ quantity: 10, amountCents: 100_00, source: 'pricing_strategy' })]);
  });

  it('include own charges that always come with the equipment, and not those switched off', () => {
    const always = ownEntry({
      name: 'admin',
      title: 'Admin',
      occasion: 'by equipment',
      charge: { cents: 5_00 },
    });
    const names = (...entries: OwnAccessorial[]) => price([], entries).accessorials.map(({ name }) => name);
    expect(names(always)).toEqual(['admin']);
    expect(names({ ...always, enabled: false })).toEqual([]);
    const excluded = price([], [ownEntry({ name: 'chassis', enabled: false })]).excluded.map(
      ({ name }) => name,
    );
    expect(excluded).not.toContain('chassis');
  });

  it('include no charge of the equipment that a requested charge replaces, unless it is requested as well', () => {
    const chassis = ownEntry({ name: 'chassis', occasion: 'by equipment' });
    const names = (...requirements: readonly string[]) =>
      price(requirements, [chassis]).accessorials.map(({ name }) => name);
    expect(names()).toEqual(['chassis']);
    expect(names('triaxle')).toEqual(['triaxle']);
    expect(names('triaxle', 'chassis').toSorted()).toEqual(['chassis', 'triaxle']);
  });

  it('of guaranteed service give way to a percentage of the strategy that is not the usual one', () => {
    const own = ownEntry({ name: 'guaranteed', charge: { percentOfBase: 10 } });
    const source = (guaranteedPercent: number) =>
      price(['guaranteed'], [own], { guaranteedPercent }).accessorials[0]?.source;
    expect(source(15)).toBe('own_tariff');
    expect(source(20)).toBe('pricing_strategy');
  });
});

describe('a quote with an own tariff', () => {
  const own = ownEntry({ name: 'port_congestion', title: 'Port congestion', charge: { cents: 85_50 } });
  const requested = { special_requirements: ['Port Congestion', 'chassis'] };

  it('has its names, also in the event, and the source of each amount', async () => {
    const { quote, event } = await quotingUnderTest({ strategy: { tariff: tariff(own) } }).quote(requested);
    expect(quote.special_requirements).toEqual(['port_congestion', 'chassis']);
    expect(quote.pricing).toMatchObject({
      accessorial_charges: { chassis: 120, port_congestion: 85.5 },
      accessorials: [
        { name: 'chassis', source: 'base_tariff' },
        { name: 'port_congestion', source: 'own_tariff' },
      ],
    });
    expect(event.accessorialsType).toBe('custom');
    expect(event.accessorials.map(({ id, type }) => [id, type])).toEqual([
      ['chassis', 'default'],
      ['port_congestion', 'custom'],
    ]);
  });

  it('reads the strategy once, in the tick of the market, also for own names', async () => {
    const { ports, createQuote, draftOf } = quotingUnderTest({ strategy: { tariff: tariff(own) } });
    const reads: string[] = [];
    const { lanes } = ports;
    Object.assign(ports.strategies, {
      current: async () => {
        reads.push('strategy');
        await new Promise(setImmediate);
        reads.push('strategy answered');
        return { ...DEFAULT_STRATEGY, updatedAt: '', tariff: tariff(own) };
      },
    });
    const read = lanes.read.bind(lanes);
    Object.assign(lanes, {
      read: (...wanted: Parameters<typeof read>) => {
        reads.push('market');
        return read(...wanted);
      },
    });
    const body = { origin: 'USLGB', destination: 'Phoenix, AZ', equipment_type: 'container_40' };
    const draft = draftOf({ ...body, pickup_date: '2026-10-09', ...requested });
    await expect(createQuote(draft, { orgId: 'org_1', mode: 'test' })).resolves.toMatchObject({ ok: true });
    expect(reads).toEqual(['strategy', 'market', 'strategy answered']);
  });

  it('names all invalid fields, with the names of the own tariff among the allowed ones', async () => {
    const test = quotingUnderTest({ strategy: { tariff: tariff(own) } });
    const unknown = { special_requirements: ['port_congestion', 'ferry'] };
    const allowed = expect.stringMatching(
      /^must not have "ferry"; allowed with container_40 are .*, port_congestion$/,
    );
    expect((await test.rejection(unknown)).details?.errors).toEqual([
      { field: 'special_requirements', message: allowed },
    ]);
    expect((await test.rejection({ ...unknown, origin: '', customer_reference: 7 })).details?.errors).toEqual(
      [
        { field: 'origin', message: expect.anything() },
        { field: 'special_requirements', message: allowed },
        { field: 'customer_reference', message: expect.anything() },
      ],
    );
    const dated = { ...own, from: '2026-10-10' };
    expect(
      (await quotingUnderTest({ strategy: { tariff: tariff(dated) } }).rejection(requested)).details?.errors,
    ).toEqual([{ field: 'special_requirements', message: expect.stringMatching('"Port Congestion"') }]);
  });

  it('is only at terminals where its requirements apply', async () => {
    const at = { ports: [], terminals: [{ key: SERVED.longBeach.terminalKey ?? '', name: '' }] };
    const test = quotingUnderTest({ strategy: { tariff: tariff({ ...own, places: at }) } });
    const { quote } = await test.quote(requested);
    expect(quote.terminals?.map(({ name }) => name)).toEqual([SERVED.longBeach.name]);
    expect((await test.rejection({ ...requested, origin: 'USOAK' })).details?.errors).toEqual([
      {
        field: 'special_requirements',
        message: expect.stringMatching(/^must not have "port_congestion" at /),
      },
    ]);
  });
});
