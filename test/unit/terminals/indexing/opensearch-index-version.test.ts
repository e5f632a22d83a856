import { describe, expect, it } from 'vitest';
import { US_STATES } from '../../../../shared/geography/places/us-states.ts';
import { PORTS } from '../../../../shared/terminals/catalogue/ports.ts';
import {
  INDEXED_TABLES,
  indexVersion,
  TERMINAL_INDEX_VERSION,
} from '../../../../shared/terminals/indexing/opensearch-index-version.ts';
import { withSpellings } from '../../../../shared/terminals/search/word-spellings.ts';

const { ports, states, spellings } = INDEXED_TABLES;

/** The ports with a change of the last one. */
const portsWith = (change: Partial<(typeof ports)[number]>) =>
  ports.map((port, position) => (position === ports.length - 1 ? { ...port, ...change } : port));

describe('the version of the search index', () => {
  it('is that of the tables in use', () => {
    expect(indexVersion(structuredClone(INDEXED_TABLES))).toBe(TERMINAL_INDEX_VERSION);
  });

  it.each([
    ['a name of any port', { ports: portsWith({ names: ['Another Harbor'] }) }],
    ['a code of any port', { ports: portsWith({ codes: ['USQQQ'] }) }],
    ['the name of any state', { states: states.with(-1, ['WY', 'Another State']) }],
    ['a spelling', { spellings: [...spellings, ['pt', 'point'] as const] }],
  ])('changes with %s', (_, change) => {
    expect(indexVersion({ ...INDEXED_TABLES, ...change })).not.toBe(TERMINAL_INDEX_VERSION);
  });

  it('has the codes of all ports, the names of all states and all spellings', () => {
    for (const { locode, locodes } of PORTS)
      expect(ports.find((port) => port.locode === locode)?.codes).toEqual(
        expect.arrayContaining([...locodes]),
      );
    expect(ports.find(({ locode }) => locode === 'USMIA')?.names).toContain('PortMiami');
    for (const state of US_STATES) expect(states).toContainEqual(state);
    for (const [short, long] of spellings) expect(withSpellings([short])).toEqual([short, long]);
  });
});
