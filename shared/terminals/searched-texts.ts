import { US_STATES } from '../places/us-states.ts';
import type { Terminal } from './terminal.ts';

/** What a terminal is called: a text equal to one of these is an exact hit. */
export const titlesOf = ({ name, aliases }: Terminal): readonly string[] => [name, ...aliases];

/** What text search covers beside titles and ZIP; many terminals share these texts. */
export const sharedTextsOf = ({ group, city, portCity, state, type }: Terminal): readonly string[] => [
  group,
  city,
  portCity,
  state,
  US_STATES.get(state) ?? '',
  type,
];
