import { describe, expect, it } from '@jest/globals';
import type { OwnAccessorial } from '../../../shared/costs/accessorials/own-tariff.ts';
import { pricingRule } from '../../support/pricing-rules.ts';
import { contractRate } from '../contracts/contract-rates.ts';
import { quotingUnderTest } from './quoting-under-test.ts';

const entry = (change: Partial<OwnAccessorial> & Pick<OwnAccessorial, 'name'>): OwnAccessorial => ({
  ...{ title: change.name, charge: { cents: 100_00 }, frequency: 'per day', defaultQuantity: 1, freeTime: 0 },
  ...{ occasion: 'after the move', equipment: ['container_40'], enabled: true },
  ...change,
});

const scheduleWith = async (accessorials: readonly OwnAccessorial[], changes: object = {}) => {
  const tariff = { version: 1, updatedAt: '', accessorials };
  const { quote } = await quotingUnderTest({ strategy: { tariff } }).quote(changes);
  return quote.schedule_of_charges;
};
const linesOf = (schedule: Awaited<ReturnType<typeof scheduleWith>>) =>
  schedule.map(({ name, rate, unit, free }) => `${name} ${rate} ${unit}, ${free} free`);

describe('the schedule of charges', () => {
  it('is that of the base tariff, by equipment, and changes no total', async () => {
    const { quote } = await quotingUnderTest().quote();
    expect(linesOf(quote.schedule_of_charges)).toEqual([
      'storage 50 per day, 0 free',
      'detention 80 per hour, 2 free',
      'per_diem 150 per day, 4 free',
      'layover 500 per occurrence, 0 free',
      'dry_run 150 per occurrence, 0 free',
      'redelivery 150 per occurrence, 0 free',
    ]);
    for (const { title, applies } of quote.schedule_of_charges) {
      expect([title, applies]).toEqual([
        expect.stringMatching(/^[A-Z]/),
        expect.stringMatching(/^[A-Z].*\.$/),
      ]);
    }
    expect(quote.pricing.accessorial_charges).toEqual({});
    const van = (await quotingUnderTest().quote({ equipment_type: 'dryvan' })).quote;
    expect(van.schedule_of_charges.map(({ name }) => name)).toEqual([
      ...['detention', 'layover', 'dry_run', 'redelivery'],
    ]);
  });

  it('has the amounts, free time and tiers of the own tariff, and its other charges after the move', async () => {
    const schedule = await scheduleWith([
      entry({ name: 'detention', charge: { cents: 95_00 }, frequency: 'per hour', freeTime: 1 }),
      entry({
        name: 'per_diem',
        charge: {
          tiers: [
            { fromDay: 5, cents: 150_00 },
            { fromDay: 10, cents: 300_00 },
          ],
        },
      }),
      entry({ name: 'dry_run', charge: { percentOfBase: 100 }, frequency: 'per load' }),
      entry({ name: 'layover', enabled: false }),
      entry({ name: 'scale_ticket', frequency: 'per occurrence', charge: { cents: 25_00 } }),
      entry({ name: 'escort', occasion: 'on request' }),
    ]);
    expect(linesOf(schedule).slice(1)).toEqual([
      'detention 95 per hour, 1 free',
      'per_diem 150 per day, 4 free',
      'per_diem 300 per day, 9 free',
      expect.stringMatching(/^dry_run \d+(\.\d+)? per load, 0 free$/),
      'redelivery 150 per occurrence, 0 free',
      'scale_ticket 25 per occurrence, 0 free',
    ]);
  });

  it('has the amounts and free time of the contract rate, else of a rule for the customer, else of the strategy', async () => {
    const accessorialOverrides = {
      storage: { cents: 61_00 },
      detention: { cents: 70_00 },
      per_diem: { cents: 170_00, freeTime: 5 },
      dry_run: { percentOfBase: 50 },
    };
    const ofCustomer = {
      per_diem: { cents: 160_00, freeTime: 7 },
      detention: { cents: 65_00, freeTime: 3 },
    };
    const rules = [pricingRule('Acme', { customer: 'Acme' }, { accessorialOverrides: ofCustomer })];
    const strategy = { accessorialOverrides, rules };
    const contracts = [
      contractRate({ customer: 'Acme', accessorialOverrides: { detention: { cents: 44_00, freeTime: 0 } } }),
    ];
    const linesFor = async (customer: string, ports: Parameters<typeof quotingUnderTest>[0]) =>
      linesOf((await quotingUnderTest({ strategy, ...ports }).quote({ customer })).quote.schedule_of_charges);
    expect(await linesFor('', {})).toEqual([
      'storage 61 per day, 0 free',
      'detention 70 per hour, 2 free',
      'per_diem 170 per day, 5 free',
      'layover 500 per occurrence, 0 free',
      expect.stringMatching(/^dry_run \d+(\.\d+)? per load, 0 free$/),
      'redelivery 150 per occurrence, 0 free',
    ]);
    expect((await linesFor('Acme', {})).slice(0, 3)).toEqual([
      ...['storage 61 per day, 0 free', 'detention 65 per hour, 3 free', 'per_diem 160 per day, 7 free'],
    ]);
    expect((await linesFor('Acme', { contracts })).slice(0, 3)).toEqual([
      ...['storage 61 per day, 0 free', 'detention 44 per hour, 0 free', 'per_diem 160 per day, 7 free'],
    ]);
  });

  it('an amount without free time keeps that of the tariff, also of its tiers', async () => {
    const tiers = [{ fromDay: 5, cents: 150_00 }];
    const tariff = {
      ...{ version: 1, updatedAt: '' },
      accessorials: [entry({ name: 'per_diem', charge: { tiers } })],
    };
    const accessorialOverrides = { per_diem: { cents: 99_00 } };
    const { quote } = await quotingUnderTest({ strategy: { tariff, accessorialOverrides } }).quote();
    expect(linesOf(quote.schedule_of_charges)).toContain('per_diem 99 per day, 4 free');
  });

  it('free days of storage are not charged in a quote either', async () => {
    const accessorialOverrides = { storage: { cents: 44_00, freeTime: 2 } };
    const { quote } = await quotingUnderTest({ strategy: { accessorialOverrides } }).quote({
      special_requirements: [{ name: 'storage', quantity: 5 }],
    });
    expect(quote.pricing.accessorial_charges).toEqual({ storage: 132 });
    expect(linesOf(quote.schedule_of_charges)).toContain('storage 44 per day, 2 free');
  });
});
