import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLocalClock } from '../../../lib/local/clock.ts';
import { LocalSetupError } from '../../../lib/local/local-setup-error.ts';

const DAY_MS = 86_400_000;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'freight-clock-'));
  file = join(folder, 'clock.json');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('the clock of the local host', () => {
  it('is ahead by the sum of all moves until it is reset', () => {
    const clock = createLocalClock();
    clock.advance(DAY_MS);
    clock.advance(1);

    expect(clock.aheadMs()).toBe(DAY_MS + 1);
    expect(Math.abs(clock.now().getTime() - Date.now() - DAY_MS)).toBeLessThan(DAY_MS / 2);
    clock.reset();
    expect(clock.aheadMs()).toBe(0);
  });

  it.each([0, -1, 0.5, Number.NaN, Number.POSITIVE_INFINITY])('rejects a move by %d ms', (ms) => {
    const clock = createLocalClock();

    expect(() => clock.advance(ms)).toThrow(/forward/);
    expect(clock.aheadMs()).toBe(0);
  });

  it('rejects moves of more than ten years in total', () => {
    const clock = createLocalClock();
    clock.advance(3_650 * DAY_MS);

    expect(() => clock.advance(4 * DAY_MS)).toThrow(/ten years/);
    expect(clock.aheadMs()).toBe(3_650 * DAY_MS);
  });

  it('keeps its offset after a restart, and removes its file when it is reset', () => {
    createLocalClock(file).advance(5);

    const again = createLocalClock(file);

    expect(again.aheadMs()).toBe(5);
    again.reset();
    expect(readdirSync(folder)).toEqual([]);
    expect(createLocalClock(file).aheadMs()).toBe(0);
  });

  it.each(['', '{', 'null', '{"aheadMs":-1}', '{"aheadMs":"1"}', '{"aheadMs":1e15}'])(
    'reports the damaged file %j in one line',
    (content) => {
      writeFileSync(file, content);

      expect(() => createLocalClock(file)).toThrow(LocalSetupError);
      expect(() => createLocalClock(file)).toThrow(file);
    },
  );
});
