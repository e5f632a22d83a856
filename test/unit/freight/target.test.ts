import { describe, expect, it } from '@jest/globals';
import { CommandMisusedError } from '../../../bin/freight/failure.ts';
import { resolveTarget } from '../../../bin/freight/target.ts';

describe('the service to work on', () => {
  it('must be an environment that there is', async () => {
    const resolved = resolveTarget('production');

    await expect(resolved).rejects.toThrow(CommandMisusedError);
    await expect(resolved).rejects.toThrow('dev, staging, prod');
  });
});
