import type { TerminalType } from '../api/client.ts';

const NAMES: Readonly<Record<TerminalType, string>> = {
  marine: 'Marine',
  rail: 'Rail',
  intermodal: 'Intermodal',
};

export const typeName = (type: TerminalType): string => NAMES[type];
