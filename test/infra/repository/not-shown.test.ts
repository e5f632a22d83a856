import { globSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { A_REAL_DEPLOYMENT, type Cover, NOT_SHOWN } from '../../runner/not-shown.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
const read = (file: string): string => readFileSync(`${ROOT}${file}`, 'utf8');
const SOURCES = globSync('test/**/*.ts', { cwd: ROOT });

/** Titles of tests, suites and properties, as a source has them. */
const titlesIn = (source: string): Set<string> =>
  new Set(
    [...source.matchAll(/(?<=^|[(,{]|name:)\s*(?:'([^'\n]+)'|"([^"\n]+)")(?=\s*,)/gm)].map(
      ([, single, double]) => single ?? double ?? '',
    ),
  );

const importersOf = (file: string): string[] =>
  SOURCES.filter((source) => new RegExp(`from '[./\\w-]*/${basename(file)}'`).test(read(source)));

/** Whether the test runner runs a file: it is a test file, or one imports it, directly or not. */
const isRun = (file: string): boolean => file.endsWith('.test.ts') || importersOf(file).some(isRun);

describe('what the deploy test cannot show', () => {
  it.each(NOT_SHOWN.filter(({ coveredBy }) => coveredBy !== A_REAL_DEPLOYMENT))(
    'is covered by tests that there are: $what',
    ({ coveredBy }) => {
      const { file, tests } = coveredBy as Cover;
      expect([file, isRun(file)]).toEqual([file, true]);
      expect(tests).not.toEqual([]);
      const titles = titlesIn(read(file));
      expect(tests.filter((title) => !titles.has(title))).toEqual([]);
    },
  );

  it('is left to a real deployment where nothing on one machine can show it', () => {
    const left = NOT_SHOWN.filter(({ coveredBy }) => coveredBy === A_REAL_DEPLOYMENT);
    expect(left.map(({ what }) => what)).toEqual([
      'DynamoDB deleting such items',
      "the account's limits: functions at once, gateway keys",
      'TLS, public receivers, the time that a new gateway key takes',
    ]);
  });
});
