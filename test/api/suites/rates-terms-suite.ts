import { beforeAll, describe, expect, it } from '@jest/globals';
import type { RateResult } from '../../../shared/rates/rates-document.ts';
import type { ServiceUnderTest } from '../../support/service-under-test.ts';
import { type RatesCaller, ratesCaller, TO_COLUMBUS } from './rates-caller.ts';

const DAY_MS = 86_400_000;
const day = (offset: number) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10);

/** Optional fields of a lane, and the operator's explanation of its rate. */
export function ratesTermsSuite(service: () => ServiceUnderTest): void {
  describe('equipment, hazmat, overweight and date', () => {
    let caller: RatesCaller;
    beforeAll(async () => {
      caller = await ratesCaller(service());
    });
    const priceOne = async (terms: Record<string, unknown> = {}) => {
      const [row] = await caller.price([{ ...TO_COLUMBUS, ...terms }]);
      if (!row) throw new Error('no row');
      return row;
    };

    it('default to a dry 40-foot container today', async () => {
      const plain = await priceOne();

      expect(plain.equipment).toBe('container_40');
      expect(plain.date).toMatch(/^\d{4}-\d{2}-\d{2}$/);
      expect(plain.analysis).toMatchObject({ surcharges: [], surchargesTotal: 0 });
      expect(
        await priceOne({ equipment: "40'", hazmat: false, overweight: false, date: plain.date }),
      ).toEqual(plain);
    });

    it('are priced from the tariff in addition to the rate and do not change it', async () => {
      const plain = await priceOne();
      const { equipment, analysis } = await priceOne({ equipment: '40 RF', hazmat: true, overweight: true });

      expect(equipment).toBe('reefer_container_40');
      expect(analysis.suggestedRate).toBe(plain.analysis.suggestedRate);
      expect(analysis.rateRange).toEqual(plain.analysis.rateRange);
      expect(analysis.surcharges).toEqual([
        {
          name: 'genset',
          title: 'Generator set',
          amount: 50,
          rate: 50,
          quantity: 1,
          frequency: 'per container',
          source: expect.stringMatching(/./),
        },
        expect.objectContaining({ name: 'reefer_handling', title: 'Reefer container', amount: 75 }),
        expect.objectContaining({ name: 'hazmat', title: 'Hazardous materials', amount: 200 }),
        expect.objectContaining({ name: 'overweight', title: 'Overweight', amount: 300 }),
      ]);
      expect(analysis.surchargesTotal).toBe(625);
      expect(analysis.excluded).toMatchObject([{ name: 'chassis', amount: 120, frequency: 'per day' }]);
    });

    it('can differ between the lanes of a batch', async () => {
      const terms = [{}, { equipment: 'flatrack' }, { hazmat: true }, { date: day(-30) }];
      const rows = await caller.price(terms.map((term) => ({ ...TO_COLUMBUS, ...term })));

      expect(rows.map(({ analysis }) => analysis.surchargesTotal)).toEqual([0, 150, 200, 0]);
      expect(rows.map(({ equipment }) => equipment)).toEqual([
        'container_40',
        'flatrack',
        'container_40',
        'container_40',
      ]);
      expect(rows[3]?.date).toBe(day(-30));
    });

    it('use the diesel price of its week for a past date', async () => {
      const { date, analysis } = await priceOne({ date: day(-200) });

      expect(date).toBe(day(-200));
      expect(analysis.fuel.dieselDate <= date).toBe(true);
      expect(analysis.timeline.entries.at(-1)).toEqual({
        date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
        rate: analysis.suggestedRate,
      });
      expect((analysis.timeline.entries.at(-1)?.date ?? '') <= date).toBe(true);
    });

    it('use the price of today for a future date, with a warning', async () => {
      const plain = await priceOne();
      const { analysis } = await priceOne({ date: day(200) });

      expect(analysis.suggestedRate).toBe(plain.analysis.suggestedRate);
      expect(analysis.confidenceScore).toBeLessThan(plain.analysis.confidenceScore);
      expect(analysis.warnings).toContainEqual(expect.stringMatching(/is in the future: priced as of/));
    });

    it('are explained by the command line to the cent', async () => {
      const asked = { equipment: 'open_top', hazmat: true, date: day(-1) };
      const explained = await service().freight<{ lines: { amount: number }[]; rate: RateResult }>(
        ...['rate', 'explain', TO_COLUMBUS.originTerminal, 'Columbus, OH 43215', '--json'],
        ...['--equipment', 'open top', '--hazmat', '--date', asked.date],
      );

      expect(explained).toMatchObject({ terminals: 'service', rate: await priceOne(asked) });
      const cents = explained.lines.reduce((sum, { amount }) => sum + Math.round(amount * 100), 0);
      expect(cents).toBe(Math.round(explained.rate.analysis.suggestedRate * 100));
    });
  });
}
