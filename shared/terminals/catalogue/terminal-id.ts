import { createHash } from 'node:crypto';
import { foldText } from '../../platform/text/text-folding.ts';
import type { Terminal } from './terminal.ts';

/** What names are told apart by: two that differ only in case, accents or punctuation are the same. */
export const nameKey = foldText;

/** The id of a terminal that is first known by this name: the same wherever it is made. */
export function terminalId(firstName: string): string {
  return `trm_${createHash('sha256').update(nameKey(firstName)).digest('hex').slice(0, 20)}`;
}

/** The id of a terminal in the catalogue, which every rename keeps. A terminal without an id was never renamed. */
export const stableTerminalId = ({ id, name }: Terminal): string => id ?? terminalId(name);
