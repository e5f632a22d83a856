import { describe, expect, it } from 'vitest';
import { TABLES_WITH_TIME_TO_LIVE } from '../../smoke/store-checks.ts';
import { synthesizedTemplates } from '../../support/synthesized-templates.ts';

describe('what npm run smoke looks for', () => {
  it('are all tables with a time to live, and no other', async () => {
    const { data } = await synthesizedTemplates('dev');
    const found = Object.entries(data.Resources)
      .filter(([, { Properties }]) => Properties?.TimeToLiveSpecification !== undefined)
      .map(([logicalId]) => logicalId.replace(/table[0-9A-F]{8}$/, ''));
    expect(found.toSorted()).toEqual([...TABLES_WITH_TIME_TO_LIVE].toSorted());
  });
});
