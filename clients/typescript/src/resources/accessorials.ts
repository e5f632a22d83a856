import type { AccessorialTariff, ReadAccessorialsQuery, ReplaceAccessorialsBody } from '../api/api-types.ts';
import type { CallOptions } from '../transport/options.ts';
import { type Result, resultOf } from '../transport/result.ts';
import type { ReplaceOptions } from './pricing-strategy.ts';
import { Resource } from './resource.ts';

const PATH = '/api/v1/accessorials';

export class Accessorials extends Resource {
  /** Lists the accessorials that can apply, by equipment and name if the query has them. */
  list(query: ReadAccessorialsQuery = {}, options?: CallOptions): Result<AccessorialTariff> {
    const request = { method: 'GET', path: PATH, query: { ...query } } as const;
    return resultOf(this.transport.send<AccessorialTariff>(request, options), (body) => body);
  }

  /**
   * Replaces the organization's own tariff. With `ifVersion`, the call fails with `TARIFF_CHANGED` if another version is
   * current; after a retry, this can mean that an earlier attempt replaced it.
   */
  replace(
    tariff: ReplaceAccessorialsBody,
    { ifVersion, ...options }: ReplaceOptions = {},
  ): Result<AccessorialTariff> {
    const request = {
      method: 'PUT',
      path: PATH,
      body: tariff,
      ...(ifVersion === undefined ? {} : { headers: { 'if-match': `"${ifVersion}"` } }),
    } as const;
    return resultOf(this.transport.send<AccessorialTariff>(request, options), (body) => body);
  }
}
