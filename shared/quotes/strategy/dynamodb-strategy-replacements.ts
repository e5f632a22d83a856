import { setTimeout as wait } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type Author, auditEvent } from '../../accounts/audit/audit-event.ts';
import type { AuditWriter } from '../../accounts/audit/dynamodb-audit-log.ts';
import { toCurrentTariff } from '../../costs/accessorials/dynamodb-current-tariff.ts';
import { type OwnAccessorial, UNSET_TARIFF } from '../../costs/accessorials/own-tariff.ts';
import type { Account } from '../../platform/account/account.ts';
import { transactWrite } from '../../platform/dynamodb/transact-write.ts';
import { sameTerms } from './convert-strategy.ts';
import { createDynamoDbStrategies, strategyAccount } from './dynamodb-strategies.ts';
import type { StrategyTerms, StrategyVersion } from './pricing-strategy.ts';

interface Change {
  /** ISO 8601 UTC. */
  readonly updatedAt: string;
  readonly note?: string;
  /** The version that must be the current one; absent = any. */
  readonly expectedVersion?: number;
  readonly author: Author;
}

export interface Replacement extends Change {
  readonly terms: StrategyTerms;
}

/** `expectedVersion` is the version of the tariff. */
interface TariffReplacement extends Change {
  readonly accessorials: readonly OwnAccessorial[];
}

/** `unchanged`: the current version already has these terms, and no version was added. */
type ReplacementResult =
  | { readonly outcome: 'replaced' | 'unchanged'; readonly strategy: StrategyVersion }
  | { readonly outcome: 'changed-meanwhile'; readonly currentVersion: number };

/** With up to this many concurrent writers, each one succeeds. */
const MAX_ATTEMPTS = 12;
const MAX_WAIT_MS = 200;

/** What a version replaces. The audit log and expected versions have the number of that part. */
const VERSION_OF = {
  pricing_strategy: ({ version }: StrategyVersion) => version,
  accessorial_tariff: ({ tariff = UNSET_TARIFF }: StrategyVersion) => tariff.version,
};
type Part = keyof typeof VERSION_OF;

export type StrategyReplacements = ReturnType<typeof createDynamoDbStrategyReplacements>;

/**
 * Replacements of strategies: one item per version, written once; the highest number is the current version. Another item has
 * a copy of the current tariff, which rates read by its key. A write is applied once even if its response is lost. IAM
 * permissions: `Query`, `PutItem`.
 */
export function createDynamoDbStrategyReplacements({
  client,
  TableName,
  audit,
}: {
  readonly client: DynamoDBDocumentClient;
  readonly TableName: string;
  readonly audit: AuditWriter;
}) {
  const { current } = createDynamoDbStrategies(client, TableName);

  /** Adds a version with its audit event, and a copy of a new tariff, unless the number exists. */
  const add = async (
    part: Part,
    account: Account,
    strategy: StrategyVersion,
    author: Author,
  ): Promise<boolean> => {
    const change = {
      action: `${part}.replaced`,
      target: { type: part, id: String(VERSION_OF[part](strategy)) },
    } as const;
    const unmet = await transactWrite(client, [
      {
        Put: {
          TableName,
          Item: { account: strategyAccount(account.orgId, account.mode), ...strategy },
          ConditionExpression: 'attribute_not_exists(account)',
        },
      },
      // The version is a condition, so the copy is never that of an earlier version.
      ...(part === 'accessorial_tariff' && strategy.tariff
        ? [{ Put: { TableName, Item: toCurrentTariff(account, strategy.tariff) } }]
        : []),
      audit.record(account, auditEvent(change, author, new Date(strategy.updatedAt))),
    ]);
    return unmet.length === 0;
  };

  /**
   * Adds the version that follows the current one; repeats while other writes come first. Whatever version was expected, the
   * current terms are `unchanged`, so that a repeated request succeeds.
   * @param termsAfter the terms after the change; undefined if the change makes no difference.
   */
  const addNext = async (
    part: Part,
    account: Account,
    { author, expectedVersion }: Change,
    termsAfter: (before: StrategyVersion) => Omit<StrategyVersion, 'version' | 'updatedBy'> | undefined,
  ): Promise<ReplacementResult> => {
    const versionOf = VERSION_OF[part];
    for (let attempt = 1; ; attempt++) {
      const before = await current(account.orgId, account.mode);
      const terms = termsAfter(before);
      if (terms === undefined) return { outcome: 'unchanged', strategy: before };
      if (expectedVersion !== undefined && expectedVersion !== versionOf(before)) {
        return { outcome: 'changed-meanwhile', currentVersion: versionOf(before) };
      }
      const updatedBy = author.type === 'key' ? author.keyId : author.type;
      const strategy = { ...terms, version: before.version + 1, updatedBy };
      if (await add(part, account, strategy, author)) return { outcome: 'replaced', strategy };
      if (attempt === MAX_ATTEMPTS) {
        return { outcome: 'changed-meanwhile', currentVersion: versionOf(strategy) };
      }
      await wait(MAX_WAIT_MS * Math.random());
    }
  };

  return {
    /**
     * Adds the next version. Concurrent replacements each get their own number, and the last one is current.
     * `changed-meanwhile`: the current version is not the expected one, or other writes came first each time.
     */
    replace(account: Account, replacement: Replacement) {
      const { terms, expectedVersion: _, author, ...change } = replacement;
      return addNext('pricing_strategy', account, replacement, ({ version, tariff, ...before }) =>
        version > 0 && sameTerms(before, terms)
          ? undefined
          : { ...terms, ...change, ...(tariff !== undefined && { tariff }) },
      );
    },

    /**
     * Adds the next version with another accessorial tariff and the same terms, so that one version number states everything
     * that prices. `changed-meanwhile` as for `replace`, with the version of the tariff.
     */
    replaceTariff(account: Account, replacement: TariffReplacement) {
      const { accessorials, updatedAt, note } = replacement;
      return addNext('accessorial_tariff', account, replacement, ({ tariff, note: _, ...terms }) => {
        const { version, accessorials: before } = tariff ?? UNSET_TARIFF;
        if (isDeepStrictEqual(before, accessorials)) return undefined;
        const next = { version: version + 1, updatedAt, accessorials };
        // The history lists versions of the tariff among those of the strategy.
        return {
          ...terms,
          updatedAt,
          note: note ?? `Accessorial tariff, version ${next.version}`,
          tariff: next,
        };
      });
    },
  };
}
