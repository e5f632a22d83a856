import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  generateApiKey,
  hashApiKey,
  parseApiKey,
  prefixOfApiKey,
} from '../../../../shared/accounts/api-keys/api-key.ts';
import { KEY_MODES } from '../../../../shared/platform/account/account.ts';

/** fast-check shrinks the position of a fault; the key itself is random by its nature. */
const keys = fc.constantFrom(...KEY_MODES).map(generateApiKey);
const positions = fc.nat({ max: 'frk_live_'.length + 27 + 6 - 1 });

describe('an API key', () => {
  it.each(KEY_MODES)('of mode %s contains its mode and a valid checksum', (mode) => {
    const key = generateApiKey(mode);

    expect(key).toMatch(new RegExp(`^frk_${mode}_[0-9A-Za-z]{33}$`));
    expect(parseApiKey(key)).toEqual({ valid: true, mode });
  });

  it('has at least 160 random bits', () => {
    const body = generateApiKey('live').slice('frk_live_'.length, -6);

    expect(body.length * Math.log2(62)).toBeGreaterThanOrEqual(160);
  });

  it('is rejected with any one character wrong', () => {
    fc.assert(
      fc.property(
        keys,
        positions,
        fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 1 }),
        (key, at, typed) => {
          fc.pre(key.charAt(at) !== typed);
          expect(parseApiKey(key.slice(0, at) + typed + key.slice(at + 1)).valid).toBe(false);
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('is rejected with any two adjacent characters swapped', () => {
    fc.assert(
      fc.property(keys, positions, (key, at) => {
        const next = key.charAt(at + 1);
        fc.pre(next !== '' && next !== key.charAt(at));
        const swapped = key.slice(0, at) + next + key.charAt(at) + key.slice(at + 2);
        expect(parseApiKey(swapped).valid).toBe(false);
      }),
      { numRuns: 5_000 },
    );
  });

  it('is rejected with its last random character and its first of the checksum swapped', () => {
    const border = 'frk_live_'.length + 27;
    const bothPossible = Array.from({ length: 20_000 }, () => generateApiKey('live')).filter(
      (key) => '01234'.includes(key.charAt(border - 1)) && key.charAt(border - 1) !== key.charAt(border),
    );

    expect(bothPossible.length).toBeGreaterThan(100);
    for (const key of bothPossible) {
      const swapped = `${key.slice(0, border - 1)}${key.charAt(border)}${key.charAt(border - 1)}${key.slice(border + 1)}`;
      expect(parseApiKey(swapped).valid).toBe(false);
    }
  });

  it('is rejected with its mode changed, cut short or padded', () => {
    const key = generateApiKey('test');

    for (const wrong of [
      key.replace('_test_', '_live_'),
      key.slice(0, -1),
      `${key}0`,
      ` ${key}`,
      `${key}\n`,
      '',
    ]) {
      expect(parseApiKey(wrong)).toEqual({ valid: false });
    }
  });

  it('is never recognized in arbitrary text', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^frk_(live|test)_[0-9A-Za-z]{33}$/)), (text) => {
        expect(parseApiKey(text)).toEqual({ valid: false });
      }),
    );
  });

  it('is stored as the SHA-256 of the whole key', () => {
    expect(hashApiKey('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('is identified by its first four random digits', () => {
    const key = generateApiKey('live');

    expect(prefixOfApiKey(key)).toBe(key.slice(0, 'frk_live_'.length + 4));
    expect(key.length - prefixOfApiKey(key).length).toBe(23 + 6);
  });
});
