import { createHash } from 'node:crypto';
import { foldText } from '../../platform/text/text-folding.ts';
import type { Terminal } from './terminal.ts';

/** Key of a name. Names that differ only in case, accents or punctuation have the same key. */
export const nameKey = foldText;

/** The id of a terminal, derived from its first name. */
export function terminalId(firstName: string): string {
  return `trm_${createHash('sha256').update(nameKey(firstName)).digest('hex').slice(0, 20)}`;
}

/** The id of a terminal, which does not change with renames. A terminal without an id was never renamed. */
export const stableTerminalId = ({ id, name }: Terminal): string => id ?? terminalId(name);
