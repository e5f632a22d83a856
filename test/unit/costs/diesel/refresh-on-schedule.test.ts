import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals';
import { createRefreshOnSchedule } from '../../../../functions/refresh-diesel/refresh-on-schedule.ts';
import type { DieselRefresh } from '../../../../shared/costs/diesel/refresh-diesel.ts';

const KEY = 'a-key-of-the-eia';
const PARAMETER = '/freight/dev/eia-api-key';

let lines: { code: string }[];
beforeEach(() => {
  lines = [];
  for (const level of ['info', 'warn', 'error'] as const) {
    jest.spyOn(console, level).mockImplementation((line: string) => void lines.push(JSON.parse(line)));
  }
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The handler over a key that is there or not, and a refresh that ends as a test says. */
function handlerWith(key: string | undefined, result?: DieselRefresh) {
  const refresh = jest.fn(async (_apiKey: string) => {
    if (result === undefined) throw new Error('the table is out of reach');
    return result;
  });
  return {
    refresh,
    handler: createRefreshOnSchedule({ readKey: async () => key, refresh, keyParameter: PARAMETER }),
  };
}

describe('the scheduled refresh of diesel prices', () => {
  it('does nothing without a key, successfully, and says where it would be', async () => {
    const { handler, refresh } = handlerWith(undefined);

    await expect(handler({})).resolves.toEqual({
      outcome: 'skipped',
      reason: `no EIA API key is in the parameter ${PARAMETER}`,
    });

    expect(refresh).not.toHaveBeenCalled();
    expect(lines).toEqual([expect.objectContaining({ code: 'DIESEL_KEY_MISSING', parameter: PARAMETER })]);
  });

  it('says what it brought', async () => {
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
      expect.objectContaining({ code: 'DIESEL_KEPT_FROM_OPERATOR', weeks: ['2026-10-05'] }),
    ]);
    expect(JSON.stringify(lines)).not.toContain(KEY);
  });

  it('fails where the refresh failed, so that it is tried again and the alarm rings', async () => {
    const { handler } = handlerWith(KEY, { outcome: 'failed', failure: 'incomplete', detail: 'lacks R50' });

    await expect(handler({})).rejects.toThrow('incomplete: lacks R50');

    expect(lines).toEqual([
      expect.objectContaining({ code: 'DIESEL_REFRESH_FAILED', failure: 'incomplete', detail: 'lacks R50' }),
    ]);
  });

  it('fails with what nobody expected', async () => {
    const { handler } = handlerWith(KEY);

    await expect(handler({})).rejects.toThrow('out of reach');
  });
});
