import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createScheduledRefresh } from '../../../../functions/refresh-diesel/scheduled-refresh.ts';
import type { RefreshResult } from '../../../../shared/costs/diesel/refresh-diesel.ts';
import { logOutput } from '../../../../shared/platform/logging/log-output.ts';

const KEY = 'a-key-of-the-eia';
const PARAMETER = '/freight/dev/eia-api-key';

let lines: { code: string }[];
beforeEach(() => {
  lines = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    vi.spyOn(logOutput, level).mockImplementation((line: string) => void lines.push(JSON.parse(line)));
  }
});
afterEach(() => {
  vi.restoreAllMocks();
});

/** The handler with a key or none. Its refresh returns the result, or throws without one. */
function handlerWith(key: string | undefined, result?: RefreshResult) {
  const refresh = vi.fn(async (_apiKey: string) => {
    if (result === undefined) throw new Error('the table is unreachable');
    return result;
  });
  return {
    refresh,
    handler: createScheduledRefresh({ readKey: async () => key, refresh, keyParameter: PARAMETER }),
  };
}

describe('the scheduled refresh of diesel prices', () => {
  it('succeeds without a key, does nothing, and logs the name of the parameter', async () => {
    const { handler, refresh } = handlerWith(undefined);

    await expect(handler({})).resolves.toEqual({
      outcome: 'skipped',
      reason: `parameter ${PARAMETER} contains no EIA API key`,
    });

    expect(refresh).not.toHaveBeenCalled();
    expect(lines).toEqual([expect.objectContaining({ code: 'DIESEL_KEY_MISSING', parameter: PARAMETER })]);
  });

  it('returns and logs the result', async () => {
    const result = {
      outcome: 'recorded',
      weeks: ['2026-10-12'],
      kept: ['2026-10-05'],
      newest: '2026-10-12',
    } as const;
    const { handler, refresh } = handlerWith(KEY, result);

    await expect(handler({})).resolves.toEqual(result);

    expect(refresh).toHaveBeenCalledWith(KEY);
    expect(lines).toEqual([
      expect.objectContaining({ code: 'DIESEL_REFRESHED', weeks: ['2026-10-12'], newest: '2026-10-12' }),
      expect.objectContaining({ code: 'DIESEL_OPERATOR_PRICE_KEPT', weeks: ['2026-10-05'] }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(KEY);
  });

  it('throws if the refresh failed, so that Lambda retries and the alarm becomes active', async () => {
    const { handler } = handlerWith(KEY, { outcome: 'failed', failure: 'incomplete', detail: 'lacks R50' });

    await expect(handler({})).rejects.toThrow('incomplete: lacks R50');

    expect(lines).toEqual([
      expect.objectContaining({ code: 'DIESEL_REFRESH_FAILED', failure: 'incomplete', detail: 'lacks R50' }),
    ]);
  });

  it('rethrows an unexpected error', async () => {
    const { handler } = handlerWith(KEY);

    await expect(handler({})).rejects.toThrow('unreachable');
  });
});
