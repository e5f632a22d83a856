import type { Account, KeyMode } from '../../platform/account/account.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { ACCESS_REJECTIONS } from '../authorization/access-rejections.ts';
import { readUsageStatement, type UsageReader, type UsageStatement } from './usage-statement.ts';

export interface ReadUsagePorts {
  readonly reader: UsageReader;
  readonly now: () => Date;
}

export type UsageResponse = {
  readonly status: 'success';
  readonly data: { readonly mode: KeyMode } & UsageStatement;
};

export type ReadUsage = (caller: Account, months: number) => Promise<Outcome<UsageResponse>>;

/** Returns the caller's usage in the mode of its key, also without billing information or over the limit. */
export function readUsageUseCase({ reader, now }: ReadUsagePorts): ReadUsage {
  return async ({ orgId, mode }, months) => {
    const statement = await readUsageStatement(reader, { orgId, mode }, now(), months);
    if (!statement) return reject(ACCESS_REJECTIONS.organizationMissing);
    return succeed({ status: 'success', data: { mode, ...statement } });
  };
}
