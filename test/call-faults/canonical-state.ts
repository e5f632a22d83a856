import { brotliDecompressSync } from 'node:zlib';
import type { Item } from '../support/service-tables.ts';

/**
 * What is stored for an organization, without ids and times: for each kind of item, the number of items, the sums of
 * their numbers, and their other values. Equal for two organizations that made the same calls.
 */
export type CanonicalState = ReadonlyMap<string, string>;

const ORGANIZATION = /org_[A-Za-z0-9]{20}/;
/** Ids of webhooks, events and deliveries, whose items do not all name the organization. */
const OWNED_ID = /\b(?:wh|evt|del|dlv|whk)_[A-Za-z0-9-]{10,}/g;

/** Values that differ between organizations. The order matters: a text can contain several. */
const VARIABLE: readonly (readonly [RegExp, string])[] = [
  [/org_[A-Za-z0-9]{20}/g, 'ORG'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, 'UUID'],
  [/\b(?:frk|shr)_\w+/g, 'KEY'],
  [/\bq-[a-z0-9]{21}\b/g, 'MAILBOX'],
  [/\b([a-z]{2,4})_[A-Za-z0-9_-]{10,}/g, '$1_ID'],
  [/(%22|\b)([A-Z]{1,2})-[0-9A-Z]{20,}/g, '$1$2-ID'],
  [/[0-9a-f]{32,}/g, 'HEX'],
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'],
  [/\d{4}-\d\d-\d\d/g, 'DAY'],
  [/\d{4}-\d\d\b/g, 'MONTH'],
  // The partition of an index.
  [/\bexpires#DAY#\d+/g, 'expires#DAY#N'],
  [/(localhost|127\.0\.0\.1):\d+/g, 'HOST'],
  [/\/shared-quotes\/[\w-]+/g, '/shared-quotes/TOKEN'],
  [/X-Amz-(Signature|Date|Credential|Expires)=[^&"\\]+/g, 'X-Amz-$1'],
];

/** The day is written after the answer, and not again if that fails. Marks of requests and slow receivers end by their time. */
const FLEETING = /^(lastUsedOn|mark#.*|slowUntil)$/;
/** Random texts without a form of their own, and measured times. */
const RANDOM = new Set([
  'durationMs',
  'gatewayKeyId',
  'gatewayKeyValue',
  'hash',
  'tokenHash',
  'secret',
  'ciphertext',
  'etag',
]);
/** Numbers from this one on are times, in seconds or milliseconds. */
const TIMES_FROM = 1_500_000_000;
/** Counts are spread over a random number of items. */
const COUNTS = /#(days|report-\w+)$/;

const masked = (text: string): string =>
  VARIABLE.reduce((masking, [pattern, name]) => masking.replace(pattern, name), text);

function decompressed(bytes: Uint8Array): unknown {
  try {
    const text = brotliDecompressSync(bytes).toString();
    return /^[[{]/.test(text) ? JSON.parse(text) : text;
  } catch {
    return 'BYTES';
  }
}

/** A value as it is compared. */
function canonical(value: unknown, name = ''): unknown {
  if (RANDOM.has(name)) return 'RANDOM';
  if (value instanceof Uint8Array) return canonical(decompressed(value));
  if (typeof value === 'string') return masked(value);
  if (typeof value === 'number') return value >= TIMES_FROM ? 'TIME' : value;
  if (Array.isArray(value)) return value.map((each) => canonical(each));
  if (value instanceof Set) return [...value].map((each) => canonical(each)).sort();
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key]) => !FLEETING.test(key))
    .map(([key, inner]) => [masked(key), canonical(inner, key)] as const);
  return Object.fromEntries(entries.sort(([one], [other]) => one.localeCompare(other)));
}

const KEY_ATTRIBUTES: readonly string[] = ['pk', 'sk', 'account', 'period', 'id'];

/** Limits of requests, and places of unfinished uploads, which are given back without a call; counts that faults can lose. */
const TEMPORARY = /^(LIMITS|HEALTH|uploads)#/;
const isTemporary = ({ pk, period }: Item): boolean => TEMPORARY.test(String(pk)) || period === 'previews';

/** Key of an item, without the parts that spread items. */
function kindOf(item: Item): string {
  return KEY_ATTRIBUTES.filter((name) => typeof item[name] === 'string')
    .map((name) => masked(String(item[name])).replace(/#(\d+|[0-9a-f])$|^\d$/, '#N'))
    .join(' ');
}

interface Group {
  count: number;
  readonly sums: Map<string, number>;
  readonly others: string[];
}

/** The state of one organization from its items. */
export function canonicalState(items: readonly Item[]): CanonicalState {
  const groups = new Map<string, Group>();
  for (const item of items.filter((each) => !isTemporary(each))) {
    const kind = kindOf(item);
    const group: Group = groups.get(kind) ?? { count: 0, sums: new Map(), others: [] };
    groups.set(kind, group);
    const isCount = COUNTS.test(String(item.pk ?? '')) || String(item.period ?? '').startsWith('quotes#');
    if (!isCount) group.count += 1;
    const others: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(canonical(item) as object)) {
      // Counts of two shares have a revision each.
      if (KEY_ATTRIBUTES.includes(name) || (isCount && name === 'rev')) continue;
      // "105.d7": the count of declined quotes in a part of the period, in one of its shares.
      const summed = isCount ? name.replace(/^\d+\.([a-z]?)[0-9a-f]$/, 'count $1') : name;
      if (typeof value === 'number') group.sums.set(summed, (group.sums.get(summed) ?? 0) + value);
      else others[name] = value;
    }
    if (!isCount) group.others.push(JSON.stringify(others));
  }
  return new Map(
    [...groups].map(([kind, { count, sums, others }]) => [
      kind,
      JSON.stringify([count, Object.fromEntries([...sums].sort()), others.sort()]),
    ]),
  );
}

/** Characters of a difference that are shown. */
const SHOWN = 160;
const SHOWN_BEFORE = 40;

/** The part of two texts from shortly before their first difference. */
function firstDifference(one = 'nothing', other = 'nothing'): string {
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const from = Math.max(0, (at < 0 ? one.length : at) - SHOWN_BEFORE);
  return `...${one.slice(from, from + SHOWN)} instead of ...${other.slice(from, from + SHOWN)}`;
}

/** Differences of two states, one line each. */
export function differences(one: CanonicalState, other: CanonicalState): string[] {
  const kinds = [...new Set([...one.keys(), ...other.keys()])].sort();
  return kinds
    .filter((kind) => one.get(kind) !== other.get(kind))
    .map((kind) => `${kind}: ${firstDifference(one.get(kind), other.get(kind))}`);
}

/** The number of items of each kind only. */
export const withoutValues = (state: CanonicalState): CanonicalState =>
  new Map([...state].map(([kind, text]) => [kind, String((JSON.parse(text) as unknown[])[0])]));

/** The items of each organization. */
export function itemsByOrganization(items: readonly Item[]): ReadonlyMap<string, readonly Item[]> {
  const texts = items.map((item) => JSON.stringify(item));
  const owners = new Map<string, string>();
  for (const text of texts) {
    const [orgId] = ORGANIZATION.exec(text) ?? [];
    if (orgId === undefined) continue;
    for (const id of text.match(OWNED_ID) ?? []) owners.set(id, orgId);
  }
  const grouped = new Map<string, Item[]>();
  for (const [index, item] of items.entries()) {
    const text = texts[index] ?? '';
    const owned = (text.match(OWNED_ID) ?? []).find((id) => owners.has(id));
    const orgId = ORGANIZATION.exec(text)?.[0] ?? (owned === undefined ? undefined : owners.get(owned));
    if (orgId === undefined) continue;
    grouped.set(orgId, [...(grouped.get(orgId) ?? []), item]);
  }
  return grouped;
}

/** How the bodies of two answers differ; undefined if they are equal. */
export function answerDifference(given: unknown, expected: unknown): string | undefined {
  const [one, other] = [given, expected].map((json) => JSON.stringify(canonical(json)));
  return one === other ? undefined : firstDifference(one, other);
}
