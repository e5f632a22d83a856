import type { DieselRefresh } from '../../shared/costs/diesel/refresh-diesel.ts';
import { log } from '../../shared/platform/logging/log.ts';
import * as LOG from '../../shared/platform/logging/log-messages.ts';

export interface RefreshOnSchedule {
  /** Undefined where the operator has put no key there. */
  readonly readKey: () => Promise<string | undefined>;
  readonly refresh: (apiKey: string) => Promise<DieselRefresh>;
  readonly keyParameter: string;
}

/** A run that could not do its work, which is no failure: an environment without the key has none to refresh with. */
interface RefreshSkipped {
  readonly outcome: 'skipped';
  readonly reason: string;
}

class DieselRefreshFailedError extends Error {
  override readonly name = 'DieselRefreshFailedError';
}

/**
 * The Lambda handler of a scheduled refresh. Without a key it does nothing, successfully. A failure is thrown, so that
 * Lambda tries again, and the alarm on errors rings.
 */
export function createRefreshOnSchedule({ readKey, refresh, keyParameter }: RefreshOnSchedule) {
  return async (_event: unknown): Promise<DieselRefresh | RefreshSkipped> => {
    const apiKey = await readKey();
    if (apiKey === undefined) {
      log('info', LOG.dieselKeyMissing, { parameter: keyParameter });
      return { outcome: 'skipped', reason: `no EIA API key is in the parameter ${keyParameter}` };
    }
    const result = await refresh(apiKey);
    if (result.outcome === 'failed') {
      const { failure, detail } = result;
      log('error', LOG.dieselRefreshFailed, { failure, detail });
      throw new DieselRefreshFailedError(`${failure}: ${detail}`);
    }
    const { outcome, weeks, kept, newest } = result;
    log('info', LOG.dieselRefreshed, { outcome, weeks, newest });
    if (kept.length > 0) log('warn', LOG.dieselOperatorPriceKept, { weeks: kept });
    return result;
  };
}
