import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  evaluateRights,
  type RightRecorded,
  type RightsJudged,
  type RightUnproven,
} from '../support/evaluate-rights.ts';
import type { RightGranted } from '../support/granted-rights.ts';

export interface RightsToJudge {
  /** Rights of the functions that are judged. */
  readonly granted: () => Promise<readonly RightGranted[]>;
  readonly unproven: readonly RightUnproven[];
}

/** What functions did while the suites before ran, each right once, from the folder TEST_CALLS_DIR. */
function readRecord(): RightRecorded[] {
  const files = globSync(`${process.env.TEST_CALLS_DIR}/*.jsonl`);
  const lines = new Set(files.flatMap((file) => readFileSync(file, 'utf8').split('\n')));
  return [...lines].filter((line) => line !== '').map((line) => JSON.parse(line));
}

/** Holds rights against the record, in both directions. */
export function describeRights(title: string, { granted, unproven }: RightsToJudge): void {
  describe(title, () => {
    let known: Set<string>;
    let called: Set<string>;
    let judged: RightsJudged;

    beforeAll(async () => {
      const rights = await granted();
      // Lambda itself writes the logs: a function with no other right calls nothing.
      known = new Set(
        rights.filter(({ action }) => !action.startsWith('logs:')).map(({ functionName }) => functionName),
      );
      const recorded = readRecord().filter(({ functionName }) => known.has(functionName));
      called = new Set(recorded.map(({ functionName }) => functionName));
      judged = evaluateRights(rights, recorded, unproven);
    });

    it('are those of functions that were called', () => {
      expect([...known].filter((name) => !called.has(name))).toEqual([]);
    });

    it('allow everything that was done', () => {
      expect(judged.denied).toEqual([]);
    });

    it('allow nothing else, except listed actions with a reason', () => {
      expect(judged.unused).toEqual([]);
    });

    it('exist for each listed reason', () => {
      expect(judged.baseless).toEqual([]);
    });
  });
}
