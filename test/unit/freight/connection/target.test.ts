import { describe, expect, it } from 'vitest';
import { resolveTarget } from '../../../../bin/freight/connection/target.ts';
import { UsageError } from '../../../../bin/freight/failures/command-errors.ts';

describe('the service to work on', () => {
  it('must be an environment that there is', async () => {
    const resolved = resolveTarget('production');

    await expect(resolved).rejects.toThrow(UsageError);
    await expect(resolved).rejects.toThrow('dev, staging, prod');
  });
});
