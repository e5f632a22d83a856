import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { ENDPOINTS } from '../../../../lib/functions/endpoints.ts';
import { ACCESS_REJECTIONS } from '../../../../shared/accounts/authorization/access-rejections.ts';
import { KEY_REUSED } from '../../../../shared/accounts/idempotency/answer-once.ts';
import { KEY_REJECTIONS } from '../../../../shared/accounts/key-operations/key-rejections.ts';
import { ERROR_FORMATS, errorFormatOfPath } from '../../../../shared/platform/http/error-format.ts';
import {
  INTERNAL_ERROR,
  RATE_LIMITED,
  type Rejection,
  type RejectionKind,
  rejectionBody,
  rejectionStatus,
} from '../../../../shared/platform/http/rejection.ts';
import * as RATES from '../../../../shared/rates/rate-rejections.ts';
import { LANE_ERROR_CODES } from '../../../../shared/rfps/lanes/lane-result.ts';
import { RFP_FAILURE_CODES } from '../../../../shared/rfps/record/rfp-store.ts';
import { matchesText } from '../../../support/documents/compare-answer.ts';

const ROOT = fileURLToPath(new URL('../../../../', import.meta.url));
const PAGE = readFileSync(`${ROOT}docs/integrators/errors.md`, 'utf8');

/** The status of each kind; a new kind fails the type check here. */
const KINDS: Readonly<Record<RejectionKind, number>> = {
  invalid: 400,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'rate-limited': 429,
  internal: 500,
};

/** Rows of the tables under a heading: status, code or message, cause, what to do. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = PAGE.split(`\n## ${heading}\n`);
  return (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => /^\| \d{3} \|/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').replaceAll('`', '')));
}
const codesUnder = (heading: string) => rowsUnder(heading).map(([status, code]) => `${status} ${code}`);

const codeOf = (format: 'quotes' | 'general', kind: RejectionKind, code?: string): string => {
  const parts = { message: '', ...(code === undefined ? {} : { code }) };
  const rejection: Rejection =
    kind === 'rate-limited' ? { ...parts, kind, retryAfter: 1 } : { ...parts, kind };
  const { error } = rejectionBody(format, rejection) as { error: { code: string } };
  return `${rejectionStatus(rejection)} ${error.code}`;
};

/** Rejections with a code of their own, in the sources: `kind: 'conflict', ... code: 'QUOTE_EXPIRED'` in either order. */
function specificCodes(): string[] {
  const sources = globSync('{shared,functions,lib}/**/*.ts', { cwd: ROOT, exclude: ['**/node_modules/**'] })
    .map((file) => readFileSync(`${ROOT}${file}`, 'utf8'))
    .filter((text) => /\b(Rejection|reject)\b/.test(text));
  return sources.flatMap((text) =>
    text
      .split(/(?=kind: ')/)
      .map((part) => /^kind: '([\w-]+)'[\s\S]*?\bcode: '([A-Z_]+)'/.exec(part))
      .filter((match) => match !== null)
      .map(([, kind, code]) => codeOf('quotes', kind as RejectionKind, code)),
  );
}
const defaultCodes = (format: 'quotes' | 'general') =>
  Object.keys(KINDS).map((kind) => codeOf(format, kind as RejectionKind));

describe('the page of errors', () => {
  it('has every code of the quotes format with its status, and no other', () => {
    expect(specificCodes().length).toBeGreaterThan(8);
    expect(codesUnder('Quotes, RFPs and pricing strategy').toSorted()).toEqual(
      [...new Set([...defaultCodes('quotes'), ...specificCodes()])].toSorted(),
    );
  });

  it('has every code of the general format with its status, and no other', () => {
    expect(codesUnder('Webhooks and all other paths').toSorted()).toEqual(defaultCodes('general').toSorted());
  });

  it('has every message of rates and of access', () => {
    const lane = { city: 'Chicago', state: 'IL' };
    const directory = { suggest: () => [] } as unknown as Parameters<typeof RATES.invalidLanes>[2];
    const unknown = [{ index: 0, name: 'Nowhere' }] as const;
    const made: Record<keyof typeof RATES, Rejection | undefined> = {
      MAX_LANES: undefined,
      BATCH_MALFORMED: RATES.BATCH_MALFORMED,
      batchTooLarge: RATES.batchTooLarge(11),
      invalidLanes: RATES.invalidLanes([], [], directory),
      invalidTerminal: RATES.invalidTerminal([], unknown, directory),
      ORGANIZATION_MISSING: RATES.ORGANIZATION_MISSING,
      BILLING_MISSING: RATES.BILLING_MISSING,
      notGeocoded: RATES.notGeocoded([{ index: 0, destination: lane }]),
      distanceUnknown: RATES.distanceUnknown([
        { index: 0, destination: lane, terminal: 'APM Elizabeth Terminal' },
      ]),
      usageLimitExceeded: RATES.usageLimitExceeded(1, 1, new Date()),
    };
    const others = [
      KEY_REUSED,
      RATE_LIMITED,
      INTERNAL_ERROR,
      ...Object.values(ACCESS_REJECTIONS),
      ...Object.values(KEY_REJECTIONS),
    ];
    const shown = rowsUnder('Rates, terminals and usage').filter(([, message]) => message !== '...');
    const missing = [...Object.values(made), ...others].filter(
      (rejection) =>
        rejection !== undefined &&
        !shown.some(
          ([status, message = '']) =>
            Number(status) === rejectionStatus(rejection) && matchesText(message, rejection.message),
        ),
    );
    expect(missing).toEqual([]);
  });

  it('has every status, and the format of every path', () => {
    const statuses = [...PAGE.matchAll(/^\| (\d{3}) \| [^|]+ \| [^|]+ \|$/gm)].map(([, status]) =>
      Number(status),
    );
    expect(statuses).toEqual(Object.values(KINDS));
    const formats = [...PAGE.matchAll(/^\| (`\/.*) \| \[(\w+)\]\(#/gm)];
    expect(formats.map(([, , format]) => format).toSorted()).toEqual([...ERROR_FORMATS].toSorted());
    const wrong = ENDPOINTS.filter(({ path }) => {
      const shown = formats.find(([, paths = '']) =>
        [...paths.matchAll(/`(\/[\w/-]+)/g)].some(([, prefix = '']) => path.startsWith(prefix)),
      );
      return (shown?.[2] ?? 'general') !== errorFormatOfPath(path);
    });
    expect(wrong.map(({ path }) => path)).toEqual([]);
  });

  it('leads to every code of lanes and of failed RFPs', () => {
    expect(PAGE).toContain('(rfps.md#errors-of-lanes-and-files)');
    const page = readFileSync(`${ROOT}docs/integrators/rfps.md`, 'utf8');
    const [, section = ''] = page.split('\n## Errors of lanes and files\n');
    const rows = (section.split('\n## ')[0] ?? '').matchAll(/^\| `([A-Z_]+)` \| [^|]+ \| [^|]+ \|$/gm);
    expect([...rows].map(([, code]) => code)).toEqual([...LANE_ERROR_CODES, ...RFP_FAILURE_CODES]);
  });

  it('states a cause and what to do for each row', () => {
    const rows = ERROR_FORMATS.flatMap((_format, index) =>
      rowsUnder(
        ['Quotes, RFPs and pricing strategy', 'Rates, terminals and usage', 'Webhooks and all other paths'][
          index
        ] ?? '',
      ),
    );
    expect(rows.length).toBeGreaterThan(35);
    expect(rows.filter((row) => row.length !== 4 || row.some((cell) => cell === ''))).toEqual([]);
  });
});
