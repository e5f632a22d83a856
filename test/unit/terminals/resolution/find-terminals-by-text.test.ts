import { describe, expect, it } from 'vitest';
import { toListedTerminal } from '../../../../shared/terminals/catalogue/terminal-record.ts';
import {
  findTerminalsByDescription,
  findTerminalsByTitle,
} from '../../../../shared/terminals/resolution/find-terminals-by-text.ts';
import { buildEmbeddedDirectory } from '../../../../shared/terminals/search/embedded-terminal-directory.ts';
import { terminalRecord } from '../../../contract/terminals/terminals-under-test.ts';

const until = '2026-03-01T12:00:00.000Z';
const RENAMED = terminalRecord('Global Pier', { formerNames: [{ name: 'Seaside Dock', until }] });
const directory = buildEmbeddedDirectory([RENAMED, terminalRecord('Harbor One')].map(toListedTerminal));
const WARNING = 'Terminal "Seaside Dock" was renamed to "Global Pier". Use the new name.';

const warningsOf = (found: ReturnType<typeof findTerminalsByTitle>) =>
  found.map(({ terminal: { name }, warnings }) => [name, ...warnings]);

describe('a terminal that was renamed', () => {
  it.each(['Seaside Dock', 'seaside dock', 'SEASIDE-DÓCK'])(
    'is found by its former name as %j, with a warning',
    (text) => {
      expect(warningsOf(findTerminalsByTitle(directory, text))).toEqual([['Global Pier', WARNING]]);
    },
  );

  it('is found by its new name without a warning', () => {
    expect(warningsOf(findTerminalsByTitle(directory, 'global pier'))).toEqual([['Global Pier']]);
  });

  it('is found by its former name with its state and general words, with a warning', () => {
    const text = `${RENAMED.state} seaside dock terminal`;
    expect(warningsOf(findTerminalsByDescription(directory, text))).toEqual([['Global Pier', WARNING]]);
  });
});
