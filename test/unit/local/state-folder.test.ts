import { existsSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { DEFAULT_STATE_FOLDER, stateFolder } from '../../../lib/local/state-folder.ts';

const before = process.env.FREIGHT_LOCAL_DIR;
afterEach(() => {
  if (before === undefined) delete process.env.FREIGHT_LOCAL_DIR;
  else process.env.FREIGHT_LOCAL_DIR = before;
});

describe('the state folder', () => {
  it('is .local next to package.json', () => {
    expect(basename(DEFAULT_STATE_FOLDER)).toBe('.local');
    expect(existsSync(join(dirname(DEFAULT_STATE_FOLDER), 'package.json'))).toBe(true);
  });

  it('is FREIGHT_LOCAL_DIR if that is set', () => {
    delete process.env.FREIGHT_LOCAL_DIR;
    expect(stateFolder()).toBe(DEFAULT_STATE_FOLDER);
    process.env.FREIGHT_LOCAL_DIR = 'elsewhere';
    expect(stateFolder()).toBe(resolve('elsewhere'));
  });
});
