import { fileURLToPath } from 'node:url';
import { createConfig, lint } from '@redocly/openapi-core';
import { describe, expect, it } from 'vitest';
import { DESCRIPTION_FILE } from '../../../lib/functions/description-file.ts';

/** The linter of @redocly/cli, without its command line, servers and renderers. */
const EXAMPLES = 'no-invalid-media-type-examples';

async function problemsBy(
  rules: Readonly<Record<string, { severity: 'error'; allowAdditionalProperties: boolean }>>,
) {
  const config = await createConfig({ extends: ['recommended'], rules });
  const problems = await lint({ ref: fileURLToPath(DESCRIPTION_FILE), config });
  return problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`);
}

describe('the linter of Redocly, with its recommended rules', () => {
  it('finds no problem', async () => {
    // An error combines two schemas: the format, and the codes of the status. By default, the rule rejects in each one the
    // members of the other.
    expect(await problemsBy({ [EXAMPLES]: { severity: 'error', allowAdditionalProperties: true } })).toEqual(
      [],
    );
  });

  it('finds no undescribed member in an example of a success', async () => {
    const problems = await problemsBy({});
    expect(problems.filter((problem) => !problem.includes('#/components/examples/'))).toEqual([]);
  });
});
