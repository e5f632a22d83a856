import { globSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { synthesizeLocal } from '../../bin/build/assembly.ts';
import { grantedRights, type RightGranted } from '../support/granted-rights.ts';
import { judgeRights, type RightRecorded } from '../support/judge-rights.ts';
import { UNPROVEN_RIGHTS } from './unproven-rights.ts';

const RECORDS = process.env.TEST_CALLS_DIR ?? '';

let granted: RightGranted[];
let recorded: RightRecorded[];

beforeAll(async () => {
  granted = grantedRights(await synthesizeLocal());
  const lines = globSync(`${RECORDS}/*.jsonl`).flatMap((file) => readFileSync(file, 'utf8').split('\n'));
  recorded = [...new Set(lines)].filter((line) => line !== '').map((line) => JSON.parse(line));
});

describe('the rights of functions, against all that they did in the tests before', () => {
  it('are those of functions that were called', () => {
    const called = new Set(recorded.map(({ functionName }) => functionName));
    const known = new Set(granted.map(({ functionName }) => functionName));
    expect([...known].filter((name) => !called.has(name))).toEqual([]);
  });

  it('allow everything that was done', () => {
    expect(judgeRights(granted, recorded, UNPROVEN_RIGHTS).denied).toEqual([]);
  });

  it('allow nothing else, but for what is named with its reason', () => {
    expect(judgeRights(granted, recorded, UNPROVEN_RIGHTS).unused).toEqual([]);
  });

  it('are there where a reason is named', () => {
    expect(judgeRights(granted, recorded, UNPROVEN_RIGHTS).baseless).toEqual([]);
  });
});
