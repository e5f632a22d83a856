import type { RefreshResult } from '../../shared/costs/diesel/refresh-diesel.ts';
import { log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';

export interface ScheduledRefresh {
  /** Undefined if the parameter is missing. */
  readonly readKey: () => Promise<string | undefined>;
  readonly refresh: (apiKey: string) => Promise<RefreshResult>;
  /** Name of the parameter that `readKey` reads. */
  readonly keyParameter: string;
}

/** A run without an API key. It is not a failure: not every environment has a key. */
interface RefreshSkipped {
  readonly outcome: 'skipped';
  readonly reason: string;
}

class DieselRefreshFailedError extends Error {
  override readonly name = 'DieselRefreshFailedError';
}

/**
 * The Lambda handler of a scheduled refresh. Without a key, it succeeds and does nothing. A failed refresh throws, so
 * that Lambda retries and the alarm on errors becomes active.
 */
export function createScheduledRefresh({ readKey, refresh, keyParameter }: ScheduledRefresh) {
  return async (_event: unknown): Promise<RefreshResult | RefreshSkipped> => {
    const apiKey = await readKey();
    if (apiKey === undefined) {
      log(LOG.dieselKeyMissing, { parameter: keyParameter });
      return { outcome: 'skipped', reason: `parameter ${keyParameter} contains no EIA API key` };
    }
    const result = await refresh(apiKey);
    if (result.outcome === 'failed') {
      const { failure, detail } = result;
      log(LOG.dieselRefreshFailed, { failure, detail });
      throw new DieselRefreshFailedError(`${failure}: ${detail}`);
    }
    const { outcome, weeks, kept, newest } = result;
    log(LOG.dieselRefreshed, { outcome, weeks, newest });
    if (kept.length > 0) log(LOG.dieselOperatorPriceKept, { weeks: kept });
    return result;
  };
}
