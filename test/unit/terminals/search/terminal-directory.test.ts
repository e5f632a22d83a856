import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTerminals } from '../../../../shared/terminals/catalogue/embedded-terminals.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';

const terminals = loadTerminals();
const directory = buildEmbeddedDirectory(terminals);

describe('the directory of terminals', () => {
  it('finds every terminal by its exact name', () => {
    for (const terminal of terminals)
      expect(directory.byName(terminal.name)).toEqual({ terminal, warnings: [] });
  });

  it.each([
    'apm elizabeth terminal',
    'APM Elizabeth Terminal ',
    'Port Elizabeth',
    '',
    '__proto__',
    'toString',
  ])('has no terminal %j, because names are exact', (name) => {
    expect(directory.byName(name)).toBeUndefined();
  });

  it.each([
    ['apm elizabeth terminal', 'APM Elizabeth Terminal'],
    ['APM Terminals Elizabeth, NJ', 'APM Elizabeth Terminal'],
    ['Mahr Terminal', 'Maher Terminals'],
    ['LBCT', 'Long Beach Container Terminal'],
    ['Barbors Cut', 'Barbours Cut Container Terminal'],
    ['BNSF Corwith (Chicago)', 'BNSF Corwith'],
    ['Garden City Terminal, Savannah', 'Garden City Terminal'],
    ['UP Global 4', 'UP Global IV'],
  ])('suggests for %s first %s', (wrong, right) => {
    expect(directory.suggest(wrong, 3)[0]).toBe(right);
  });

  it.each(['', '!!!', 'qqq zzz', '🚢', 'x'.repeat(1_000_000)])(
    'suggests nothing far off (case %#)',
    (wrong) => {
      expect(directory.suggest(wrong, 3)).toEqual([]);
    },
  );

  it('suggests at most the given number of distinct, existing names', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), fc.nat(5), (wrong, count) => {
        const suggested = directory.suggest(wrong, count);
        expect(suggested.length).toBeLessThanOrEqual(count);
        expect(new Set(suggested).size).toBe(suggested.length);
        for (const name of suggested) expect(directory.byName(name)?.terminal.name).toBe(name);
      }),
    );
  });
});
