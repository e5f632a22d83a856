import { describe, expect, it } from 'vitest';
import {
  type TerminalRecord,
  toListedTerminal,
} from '../../../../shared/terminals/catalogue/terminal-record.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';
import { buildEmbeddedSearch } from '../../../../shared/terminals/search/embedded-terminal-search.ts';
import { terminalRecord } from '../../../contract/terminals/terminals-under-test.ts';

const until = '2026-03-01T12:00:00.000Z';
const renamed = (name: string, formers: readonly string[], change: Partial<TerminalRecord> = {}) =>
  terminalRecord(name, { formerNames: formers.map((former) => ({ name: former, until })), ...change });

const LIST = [
  terminalRecord('Harbor One'),
  renamed('Global Pier', ['Seaside Dock', 'Seaside Wharf']),
  terminalRecord('Old Yard', { status: 'closed' }),
  renamed('Shut Ramp', ['Gone Ramp'], { status: 'closed' }),
].map(toListedTerminal);

const directory = buildEmbeddedDirectory(LIST);
const search = buildEmbeddedSearch(LIST);
const found = async (text: string) =>
  (await search.search({ text, limit: 10, page: 1 })).terminals.map(({ name }) => name);

describe('renamed and closed terminals', () => {
  it.each([
    ['Harbor One', 'Harbor One', []],
    ['Global Pier', 'Global Pier', []],
    ['Seaside Dock', 'Global Pier', [/"Seaside Dock" was renamed to "Global Pier"/]],
    ['Old Yard', 'Old Yard', [/"Old Yard" is closed/]],
    ['Gone Ramp', 'Shut Ramp', [/"Gone Ramp" was renamed to "Shut Ramp"/, /"Shut Ramp" is closed/]],
  ])('are found by the name %s, with warnings', (asked, name, warnings) => {
    const known = directory.byName(asked);

    expect(known?.terminal.name).toBe(name);
    expect(known?.warnings).toEqual(warnings.map((warning) => expect.stringMatching(warning)));
  });

  it('are found by current and former names while open', async () => {
    await expect(found('seaside wharf')).resolves.toEqual(['Global Pier']);
    await expect(found('Global')).resolves.toEqual(['Global Pier']);
    await expect(found('yard')).resolves.toEqual([]);
    await expect(found('ramp')).resolves.toEqual([]);
  });

  it('are suggested while open', () => {
    expect(directory.suggest('Seeside Dock', 3)).toEqual(['Global Pier']);
    expect(directory.suggest('Old Yrd', 3)).toEqual([]);
  });
});
