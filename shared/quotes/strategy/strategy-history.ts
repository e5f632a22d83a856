import * as v from 'valibot';
import type { Account } from '../../platform/account/account.ts';
import { cursorPage } from '../../platform/http/cursor-page.ts';
import { integerParameter } from '../../platform/http/integer-parameter.ts';
import { fieldErrors, invalidParameters } from '../../platform/http/invalid-parameters.ts';
import { type Outcome, reject, succeed } from '../../platform/http/outcome.ts';
import { toTermsDocument } from './convert-strategy.ts';
import type { StrategyStore } from './dynamodb-strategies.ts';
import { type StrategyVersion, UNSET_STRATEGY } from './pricing-strategy.ts';
import { termsDocument } from './strategy-document.ts';

const DEFAULT_LIMIT = 20;
const MAX_LIMIT = 100;
const LIMIT = `must be an integer from 1 to ${MAX_LIMIT}`;
const CURSOR = 'must be the next_cursor of a previous page';

export const historyParameters = v.object({
  cursor: v.exactOptional(v.pipe(v.string(), v.regex(/^\d{1,15}$/, CURSOR))),
  limit: integerParameter(MAX_LIMIT, DEFAULT_LIMIT, LIMIT),
});

const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A version of the history. `terms` is a valid body of a replacement. */
export const historyEntry = v.object({
  version: count,
  updated_at: v.union([v.literal(''), v.pipe(v.string(), v.isoTimestamp())]),
  updated_by: v.string(),
  note: v.string(),
  terms: termsDocument,
});

export const historyResponse = v.object({
  versions: v.array(historyEntry),
  pagination: cursorPage,
});
type HistoryDocument = v.InferOutput<typeof historyResponse>;

/**
 * Lists the versions of a caller's strategy, newest first; version 0 is the last one. The cursor is a version.
 * A page has fewer versions than its limit if they are too large for a response.
 */
export function readStrategyHistoryUseCase(strategies: Pick<StrategyStore, 'page'>) {
  return async (
    query: Readonly<Record<string, string>>,
    { orgId, mode }: Account,
  ): Promise<Outcome<HistoryDocument>> => {
    const parsed = v.safeParse(historyParameters, query);
    if (!parsed.success) return reject(invalidParameters(fieldErrors(parsed.issues)));
    const { limit, cursor } = parsed.output;
    const before = cursor === undefined ? Number.POSITIVE_INFINITY : Number(cursor);
    const stored = await strategies.page(orgId, mode, limit + 1, cursor === undefined ? undefined : before);
    const versions = stored.length > limit || before === 0 ? stored : [...stored, UNSET_STRATEGY];
    const page = fitting(versions.slice(0, limit).map(describeVersion));
    const next = versions.length > page.length ? String(page.at(-1)?.version) : null;
    return succeed({ versions: page, pagination: { next_cursor: next, limit } });
  };
}

/** A response of a function has at most 6 MB, and a version with rules up to 90 kB. */
const MAX_PAGE_BYTES = 4_000_000;

type HistoryEntry = v.InferOutput<typeof historyEntry>;

/** The first entries, at least one, that fit into a response. */
function fitting(entries: readonly HistoryEntry[]): HistoryEntry[] {
  let bytes = 0;
  return entries.filter((entry, index) => {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    return index === 0 || bytes <= MAX_PAGE_BYTES;
  });
}

const describeVersion = (strategy: StrategyVersion): HistoryEntry => ({
  version: strategy.version,
  updated_at: strategy.updatedAt,
  updated_by: strategy.updatedBy ?? '',
  note: strategy.note ?? '',
  terms: toTermsDocument(strategy),
});
