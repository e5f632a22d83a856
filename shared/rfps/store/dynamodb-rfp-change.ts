import type { Account } from '../../platform/account/account.ts';
import type { TransactItem } from '../../platform/dynamodb/transact-write.ts';
import { changedRfp } from '../record/changed-rfp.ts';
import type { RfpChange, StoredRfp } from '../record/rfp-store.ts';
import { headAttributes, headKey } from './dynamodb-rfp-items.ts';

interface Written {
  /** Identifies the write. */
  readonly writtenBy: string;
  readonly at: Date;
}

/** The update of a head by a caller's change. Its condition is that the RFP is as it was read. */
export function headChange(
  TableName: string,
  account: Account,
  rfp: StoredRfp,
  change: RfpChange,
  { writtenBy, at }: Written,
): TransactItem {
  const before = headAttributes(rfp);
  const after = changedRfp(rfp, change, at);
  const entries = [
    ...Object.entries(headAttributes(after)).filter(
      ([name, value]) => value !== before[name] || name === 'updatedAt',
    ),
    ['writtenBy', writtenBy] as const,
    ...runTermsOf(rfp, after, change),
  ];
  const set = entries.filter(([, value]) => value !== undefined);
  const removed = entries.filter(([, value]) => value === undefined);
  const remove = removed.length === 0 ? '' : ` REMOVE ${removed.map(([name]) => `#${name}`).join(', ')}`;
  // Names change also while chunks are priced.
  const isQuiet = onlyRenames(change) ? '' : ' AND #remaining = :none';
  return {
    Update: {
      TableName,
      Key: headKey(account, rfp.rfpId),
      UpdateExpression: `SET ${set.map(([name]) => `#${name} = :${name}`).join(', ')}${remove}`,
      ConditionExpression: `#run = :wasRun AND #termsRevision = :wasTerms AND #state = :wasState${isQuiet}`,
      ExpressionAttributeNames: {
        ...Object.fromEntries(entries.map(([name]) => [`#${name}`, name])),
        ...{ '#run': 'run', '#termsRevision': 'termsRevision', '#state': 'state' },
        ...(isQuiet === '' ? {} : { '#remaining': 'remaining' }),
      },
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map(([name, value]) => [`:${name}`, value])),
        ...{ ':wasRun': rfp.run, ':wasTerms': rfp.termsRevision, ':wasState': rfp.state },
        ...(isQuiet === '' ? {} : { ':none': 0 }),
      },
    },
  };
}

const onlyRenames = ({ name: _, at: __, ...others }: RfpChange): boolean =>
  Object.values(others).every((value) => value === undefined);

/** The attribute with the terms whose chunks a new run writes; undefined: it writes all chunks. */
function runTermsOf(
  rfp: StoredRfp,
  after: StoredRfp,
  { version }: RfpChange,
): readonly (readonly ['runTerms', number | undefined])[] {
  if (after.run === rfp.run) return [];
  return [['runTerms', version === undefined ? after.termsRevision : undefined]];
}
