import { expect, it } from 'vitest';
import { consoleSizes, FIRST_LOAD_BUDGET, WHOLE_PAGE_BUDGET } from '../../support/console-sizes.ts';
import { builtSite } from '../site-under-test.ts';

it('each page is within its budget, and loads its charts and map later', () => {
  const sizes = consoleSizes(`${builtSite()}/console`);
  expect(sizes.length).toBeGreaterThanOrEqual(6);
  for (const { page, firstLoad, whole } of sizes) {
    expect([page, firstLoad > 50_000, firstLoad <= FIRST_LOAD_BUDGET]).toEqual([page, true, true]);
    expect([page, whole <= WHOLE_PAGE_BUDGET]).toEqual([page, true]);
  }
  const rates = sizes.find(({ page }) => page.includes('rates-page'));
  // The chart library has more than this.
  expect((rates?.whole ?? 0) - (rates?.firstLoad ?? 0)).toBeGreaterThan(50_000);
});
