import { US_STATES } from '../../geography/places/us-states.ts';
import { portByLocode, portsNamed } from '../catalogue/ports.ts';
import type { Terminal } from '../catalogue/terminal.ts';

/** Titles of a terminal (name and aliases). A text equal to a title is an exact hit. */
export const titlesOf = ({ name, aliases }: Terminal): readonly string[] => [name, ...aliases];

/** Texts that search covers in addition to titles, codes and ZIP code; many terminals share these texts. */
export const sharedTextsOf = ({ group, city, portCity, state, type }: Terminal): readonly string[] => [
  group,
  city,
  portCity,
  state,
  US_STATES.get(state) ?? '',
  type,
];

export interface PortTexts {
  /** Names of this port only. "Ports of Los Angeles and Long Beach" must not find one port by the name of the other. */
  readonly names: readonly string[];
  /** All UN/LOCODEs of the port. */
  readonly codes: readonly string[];
}

/** Searchable texts of a port, by the UN/LOCODE in the field `port` of its terminals. */
export function portTextsOf(locode: string): PortTexts {
  const port = portByLocode(locode);
  return {
    names: port?.names.filter((name) => portsNamed(name).length === 1) ?? [],
    codes: [locode, ...(port?.locodes ?? [])],
  };
}
