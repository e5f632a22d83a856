import type { Account, KeyMode } from '../../platform/account/account.ts';
import { type Outcome, refuse, succeed } from '../../platform/http/outcome.ts';
import { ACCESS_REFUSALS } from '../authorization/access-refusals.ts';
import { stateUsage, type UsageReader, type UsageStatement } from './usage-statement.ts';

export interface ReadUsagePorts {
  readonly reader: UsageReader;
  readonly now: () => Date;
}

type StatedUsage = {
  readonly status: 'success';
  readonly data: { readonly mode: KeyMode } & UsageStatement;
};

export type ReadUsage = (caller: Account, months: number) => Promise<Outcome<StatedUsage>>;

/** States the caller's usage in the mode of its key, with billing or without, over the limit too. */
export function readUsageUseCase({ reader, now }: ReadUsagePorts): ReadUsage {
  return async ({ orgId, mode }, months) => {
    const statement = await stateUsage(reader, { orgId, mode }, now(), months);
    if (!statement) return refuse(ACCESS_REFUSALS.organizationMissing);
    return succeed({ status: 'success', data: { mode, ...statement } });
  };
}
