import { fileURLToPath } from 'node:url';
import { describe, expect, it } from '@jest/globals';
import { createConfig, lint } from '@redocly/openapi-core';
import { DESCRIPTION_FILE } from '../../../openapi/read-description.ts';

/** The linter of @redocly/cli, without its command line, servers and renderers. */
describe('the linter of Redocly, with its recommended rules', () => {
  it('finds no problem', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lint({ ref: fileURLToPath(DESCRIPTION_FILE), config });
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`),
    ).toEqual([]);
  });
});
