import { existsSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { ROOT } from './pages.ts';
import type { Block } from './read-blocks.ts';

export const NO_PYTHON = 'python3 is not installed on this machine';

/** Accepted reasons not to run a block; ": " and an explanation can follow. */
const REASONS: readonly string[] = [
  'needs AWS',
  'needs the emulator',
  'needs another engine',
  'needs a key of the EIA',
  'changes the repository',
  'destructive',
  'part of a file',
  'recursive',
  'slow',
  'sent by the service',
  'sent by a receiver',
  'the test starts the service',
  'the service has one clock for all pages',
  NO_PYTHON,
];

/** What is wrong with the reason of a block; undefined if nothing is. */
export function reasonFault({ at, reason }: Pick<Block, 'at' | 'reason'>): string | undefined {
  if (reason === undefined) return undefined;
  const [, test] = /^tested by (\S+)$/.exec(reason) ?? [];
  if (test !== undefined) return testFault(at, test);
  const kind = reason.split(': ')[0] ?? '';
  if (REASONS.includes(kind)) return undefined;
  return `${at}: unknown reason "${kind}". Use "tested by FILE" or one of: ${REASONS.join('; ')}`;
}

/** A test that reads the page has its name. */
function testFault(at: string, test: string): string | undefined {
  const page = basename(at.split(':')[0] ?? '');
  if (!existsSync(`${ROOT}${test}`)) return `${at}: ${test} does not exist`;
  if (readFileSync(`${ROOT}${test}`, 'utf8').includes(page)) return undefined;
  return `${at}: ${test} does not name ${page}`;
}
