import type { UsageOf } from '../accounts/usage/dynamodb-read-account.ts';
import type { Account } from '../platform/account/account.ts';
import type { FieldError } from '../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../platform/http/outcome.ts';
import { readLaneUsage } from './lane-usage.ts';
import type { LaneDraft } from './lanes/lane-draft.ts';

/** What the creation of an RFP would do. */
export interface RfpPreview {
  readonly lanes: number;
  /** Calls that it would count. */
  readonly calls: number;
  /** Calls counted in the month before, and their limit. */
  readonly used: number;
  readonly limit: number;
  /** Lanes that would fail because of their own fields. */
  readonly invalidLanes: readonly { readonly index: number; readonly errors: readonly FieldError[] }[];
}

/** Checks an RFP as its creation would, with the same rejections. It prices, stores and counts nothing. */
export function previewRfpUseCase(usageOf: UsageOf, now: () => Date) {
  return async (lanes: readonly LaneDraft[], caller: Account): Promise<Outcome<RfpPreview>> => {
    const usage = await readLaneUsage(usageOf, caller, now());
    if (!usage.ok) return usage;
    const { used, reservation, overLimit } = usage.body(lanes.length);
    const { calls, usageLimit } = reservation;
    if (used + calls > usageLimit) return reject(overLimit(used).rejection);
    const invalidLanes = lanes.flatMap(({ errors }, index) => (errors.length > 0 ? [{ index, errors }] : []));
    return succeed({ lanes: lanes.length, calls, used, limit: usageLimit, invalidLanes });
  };
}
