import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'oxc-parser';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const CHECKER = fileURLToPath(new URL('../repository/find-slow-expressions.ts', import.meta.url));
const read = (file: string) => readFileSync(`${ROOT}${file}`, 'utf8');
const sources = (...folders: readonly string[]) =>
  folders.flatMap((folder) => globSync(`${folder}/**/*.ts`, { cwd: ROOT })).toSorted();

const PARSERS_OF_INPUT = sources('shared', 'functions', 'lib/local/gateway');

/** Expressions that are put together at run time; each with one that the file makes. */
const COMPOSED: Readonly<Record<string, RegExp>> = {
  'lib/local/gateway/authorizer-answer.ts': /^arn:aws:execute-api:us-east-1:1:api\/stage\/.*$/,
  'shared/accounts/api-keys/api-key-record.ts': /^key_[0-9A-Za-z]{16}$/,
  'shared/accounts/audit/audit-event.ts': /^aud_[0-9A-HJKMNP-TV-Z]{27}$/,
  'shared/contracts/rate/contract-rate-id.ts': /^R-[0-9A-HJKMNP-TV-Z]{27}$/,
  'shared/costs/equipment/read-equipment-type.ts': /refrigerated|container|reefer|foot|40|20|ft|'/y,
  'shared/market/upload-operations/upload-id.ts': /^upl_[0-9A-HJKMNP-TV-Z]{27}$/,
  'shared/quotes/record/quote-id.ts': /^Q-[0-9A-HJKMNP-TV-Z]{26}$/,
  'shared/rfps/record/rfp-id.ts': /^R-[0-9A-HJKMNP-TV-Z]{27}$/,
  'shared/terminals/indexing/opensearch-terminal-index.ts': /^terminals-\d{6}$/,
  'shared/webhooks/deliveries/delivery-id.ts': /^dlv_[0-9A-HJKMNP-TV-Z]{26}$/,
};

interface Expression {
  readonly pattern: string;
  readonly flags: string;
}

/** Calls `visit` with every node of a syntax tree. */
function walk(node: unknown, visit: (node: Readonly<Record<string, unknown>>) => void): void {
  if (typeof node !== 'object' || node === null) return;
  visit(node as Readonly<Record<string, unknown>>);
  for (const part of Object.values(node)) walk(part, visit);
}

function expressionsOf(file: string): {
  readonly literals: readonly Expression[];
  readonly composes: boolean;
} {
  const literals: Expression[] = [];
  let composes = false;
  walk(parseSync(file, read(file)).program, (node) => {
    if (node.type === 'Literal' && node.regex) literals.push(node.regex as Expression);
    if (node.type !== 'NewExpression' && node.type !== 'CallExpression') return;
    composes ||= (node.callee as { readonly name?: unknown }).name === 'RegExp';
  });
  return { literals, composes };
}

/** Those that do not take linear time, with what `recheck` finds. */
function slowOf(expressions: readonly Expression[]): readonly string[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, [CHECKER], {
    input: JSON.stringify(expressions),
    encoding: 'utf8',
    // The checker in JavaScript: its programs for single platforms are not installed.
    env: { ...process.env, RECHECK_SYNC_BACKEND: 'pure' },
  });
  if (status !== 0) throw new Error(stderr);
  return JSON.parse(stdout) as readonly string[];
}

it('normalizes text in one place only, which checks the length first', () => {
  const normalizing = sources('shared', 'functions', 'lib').filter((file) =>
    read(file).replaceAll('?.', '.').includes('.normalize('),
  );

  expect(normalizing).toEqual(['shared/platform/text/bounded-text.ts']);
});

it('lists the files that put regular expressions together', () => {
  const composing = PARSERS_OF_INPUT.filter((file) => expressionsOf(file).composes);

  expect(composing).toEqual(Object.keys(COMPOSED));
});

it('reads input with regular expressions that take linear time', () => {
  const literals = PARSERS_OF_INPUT.flatMap((file) => expressionsOf(file).literals);
  const composed = Object.values(COMPOSED).map(({ source, flags }) => ({ pattern: source, flags }));
  const distinct = new Map([...literals, ...composed].map((one) => [`/${one.pattern}/${one.flags}`, one]));
  expect(distinct.size).toBeGreaterThan(100);

  expect(slowOf([...distinct.values()])).toEqual([]);
});

it('finds expressions that are slow', () => {
  const slow = ['[\\s,]+$', '^(a+)+$', '^(?:a|b|ab)*c$'].map((pattern) => ({ pattern, flags: '' }));
  expect(slowOf(slow)).toHaveLength(slow.length);
});
