import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBusinessDay } from '../../../../shared/platform/time/federal-holidays.ts';
import { addDays, daysBetween } from '../../../../shared/platform/time/utc-day.ts';
import { scheduleMove } from '../../../../shared/quotes/pricing/schedule-move.ts';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import type { Terminal } from '../../../../shared/terminals/catalogue/terminal.ts';

const [ANY] = loadTerminals();
const terminal = (facts: Partial<Terminal>): Terminal => {
  if (ANY === undefined) throw new Error('The catalogue is empty');
  return { ...ANY, name: 'Conley', type: 'marine', hours: 'Mo-Fr 07:00-17:00; PH off', ...facts };
};
const OVER_THE_ROAD = { terminalAt: undefined, terminal: undefined };
const day = fc.integer({ min: 0, max: 3_650 }).map((days) => addDays('2026-01-01', days));
const days = fc.integer({ min: 0, max: 8 });

describe('a move over the road', () => {
  it.each<[string, number, string]>([
    ['2026-11-23', 0, '2026-11-23'],
    ['2026-11-23', 2, '2026-11-25'],
    ['2026-11-23', 3, '2026-11-27'],
    ['2026-11-21', 0, '2026-11-23'],
    ['2026-12-23', 2, '2026-12-28'],
    ['2026-12-30', 2, '2027-01-04'],
  ])('picked up on %s with %d days of transit arrives on %s', (pickup, transitDays, delivery) => {
    expect(scheduleMove(OVER_THE_ROAD, pickup, { days: transitDays })).toEqual({
      deliveryDay: delivery,
      warnings: [],
    });
  });

  it('arrives on a business day, and not before the transit is over', () => {
    fc.assert(
      fc.property(day, days, (pickup, transitDays) => {
        const { deliveryDay } = scheduleMove(OVER_THE_ROAD, pickup, { days: transitDays });
        expect(isBusinessDay(deliveryDay)).toBe(true);
        expect(daysBetween(pickup, deliveryDay)).toBeGreaterThanOrEqual(transitDays);
      }),
    );
  });
});

describe('a move from or to a terminal', () => {
  it('starts when the gate opens, with a warning', () => {
    const saturday = scheduleMove({ terminalAt: 'origin', terminal: terminal({}) }, '2026-11-28', {
      days: 1,
    });
    expect(saturday).toEqual({
      deliveryDay: '2026-12-01',
      warnings: ['Conley is closed on Saturday, 2026-11-28: pickup is planned for Monday, 2026-11-30.'],
    });
  });

  it('ends when the gate opens, with a warning', () => {
    const thanksgiving = scheduleMove({ terminalAt: 'destination', terminal: terminal({}) }, '2026-11-25', {
      days: 1,
    });
    expect(thanksgiving).toEqual({
      deliveryDay: '2026-11-27',
      warnings: ['Conley is closed on Thursday, 2026-11-26: delivery is planned for Friday, 2026-11-27.'],
    });
  });

  it('warns that the gate hours are not published', () => {
    const { warnings } = scheduleMove(
      { terminalAt: 'origin', terminal: terminal({ hours: '' }) },
      '2026-11-28',
      {
        days: 0,
      },
    );
    expect(warnings).toEqual([
      'Conley is probably closed on Saturday, 2026-11-28: pickup is planned for Monday, 2026-11-30. Its gate hours are not published. Confirm with the terminal.',
    ]);
  });

  it('names no open day if the hours have none', () => {
    const never = { terminalAt: 'origin', terminal: terminal({ hours: 'Mo-Su off' }) } as const;
    expect(scheduleMove(never, '2026-11-27', { days: 0 }).warnings).toEqual([
      'Conley is closed on Friday, 2026-11-27 and has no published open day. Confirm with the terminal.',
    ]);
  });

  it('has no warning at a ramp that is open every day, and delivers to a terminal on a Saturday gate', () => {
    const ramp = { terminalAt: 'origin', terminal: terminal({ type: 'rail', hours: '' }) } as const;
    expect(scheduleMove(ramp, '2026-11-28', { days: 0 })).toEqual({
      deliveryDay: '2026-11-30',
      warnings: [],
    });
    const gate = { terminalAt: 'destination', terminal: terminal({ hours: 'Mo-Sa 07:00-17:00' }) } as const;
    expect(scheduleMove(gate, '2026-11-27', { days: 1 })).toEqual({
      deliveryDay: '2026-11-28',
      warnings: [],
    });
  });

  it('never arrives before the transit time is over, and is finite even if a gate never opens', () => {
    const hours = fc.constantFrom('', 'Mo-Fr 07:00-17:00; PH off', 'Su off', '24/7');
    const at = fc.constantFrom('origin' as const, 'destination' as const);
    fc.assert(
      fc.property(day, days, hours, at, (pickup, transitDays, open, terminalAt) => {
        const move = { terminalAt, terminal: terminal({ hours: open }) };
        const { deliveryDay } = scheduleMove(move, pickup, { days: transitDays });
        expect(daysBetween(pickup, deliveryDay)).toBeGreaterThanOrEqual(transitDays);
      }),
    );
  });
});
