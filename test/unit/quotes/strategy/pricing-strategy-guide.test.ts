import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { applyStrategy } from '../../../../shared/quotes/pricing/apply-strategy.ts';
import { DEFAULT_STRATEGY } from '../../../../shared/quotes/strategy/default-strategy.ts';
import type { PricingStrategy } from '../../../../shared/quotes/strategy/pricing-strategy.ts';
import { readStrategy } from '../../../../shared/quotes/strategy/read-strategy.ts';
import { PLACE_SOURCES } from '../../../support/place-sources.ts';

const guide = readFileSync(
  new URL('../../../../docs/integrators/quotes-pricing-strategy.md', import.meta.url),
  'utf8',
);

function exampleStrategy(): PricingStrategy {
  const [, json = ''] = /```json\n([\s\S]*?)```/.exec(guide) ?? [];
  const reading = readStrategy(JSON.parse(json), PLACE_SOURCES);
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
  return { version: 1, ...reading.terms };
}

/** The fields in the first column of the table under a heading, each with the last cell of its row. */
function rowsOf(heading: string, columns: number): Record<string, string> {
  const [, table = ''] = guide.split(heading);
  const [rows = ''] = table.trimStart().split('\n\n');
  const cells = rows
    .split('\n')
    .slice(2)
    .map((row) => row.split('|').map((cell) => cell.trim()));
  return Object.fromEntries(cells.map((row) => [row[1]?.split(':')[0] ?? '', row[columns] ?? '']));
}

describe('the guide to pricing strategies', () => {
  it('has an example with the prices that the code computes', () => {
    const price = applyStrategy(
      {
        equipment: 'container_40',
        miles: 120,
        linehaulCents: 80_150,
        fuelCents: 9_640,
        terminal: undefined,
        requirements: ['chassis', 'prepull'],
      },
      exampleStrategy(),
    );
    const usd = (cents: number) => (cents / 100).toFixed(2);
    expect(rowsOf('requirements `chassis` and `prepull`:\n', 2)).toEqual({
      base_rate: usd(price.baseRateCents),
      fuel_surcharge: usd(price.fuelSurchargeCents),
      ...Object.fromEntries(price.accessorials.map(({ name, amountCents }) => [name, usd(amountCents)])),
      total_rate: usd(price.totalCents),
    });
  });

  it('lists all fields and their defaults', () => {
    const { margins, validityDays, guaranteedPercent } = DEFAULT_STRATEGY;
    const rows = rowsOf('as are unknown fields.\n', 4);
    const fields = Object.keys(rows).map((field) => field.replaceAll('`', ''));
    const wrong = readStrategy({}, PLACE_SOURCES);
    expect(wrong.ok ? [] : wrong.errors.map(({ field }) => field)).toEqual(fields);
    expect(rows).toMatchObject({
      '`margins`': `${margins[0]?.percent}%, at least $${(margins[0]?.floorCents ?? 0) / 100}`,
      '`validity_days`': String(validityDays),
      '`guaranteed_percent`': String(guaranteedPercent),
    });
  });
});
