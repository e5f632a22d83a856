import { existsSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { A_REAL_DEPLOYMENT, NOT_SHOWN } from '../runner/not-shown.ts';

describe('what the deploy test cannot show', () => {
  it.each(NOT_SHOWN)('is covered elsewhere: $what', ({ coveredBy }) => {
    if (coveredBy !== A_REAL_DEPLOYMENT) {
      expect(existsSync(new URL(`../../${coveredBy}`, import.meta.url))).toBe(true);
    }
  });
});
