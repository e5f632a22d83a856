import { readFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { ENVIRONMENT_NAMES } from '../../lib/settings/environments.ts';

const README = new URL('../../README.md', import.meta.url);

describe('the commands by which the README deploys', () => {
  it('name an environment, also for bootstrap: the app has no default environment', async () => {
    const commands = (await readFile(README, 'utf8')).match(/^(npx cdk|npm run -s cdk --) .*$/gm) ?? [];
    expect(commands.length).toBeGreaterThan(3);
    const named = commands.map((command) => / -c environment=(\w+)/.exec(command)?.[1]);
    expect(ENVIRONMENT_NAMES).toEqual(expect.arrayContaining(named));
  });
});
