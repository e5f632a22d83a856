import { createHash } from 'node:crypto';
import type { ListedTerminal } from '../catalogue/listed-terminal.ts';
import { PORTS } from '../catalogue/ports.ts';
import { TERMINAL_INDEX, terminalDocument } from '../opensearch/opensearch-terminal-mapping.ts';
import { STATE_NAMES } from '../search/named-states.ts';
import { portTextsOf } from '../search/searched-texts.ts';
import { SPELLINGS } from '../search/word-spellings.ts';

/** A terminal with texts that every step of normalization changes: accents, ligatures, punctuation, other scripts. */
const SAMPLE: ListedTerminal = {
  name: 'Łódź-Straße Pier 4B (ﬁt)',
  aliases: ["O'Hare Côté", '東京 𝒜'],
  formerNames: ['Ångström & Sons'],
  group: 'Port of São Paulo',
  type: 'marine',
  address: '1200 Ünion Street, #5',
  city: "Coeur d'Alene",
  portCity: 'St. Louis',
  state: 'ID',
  zip: '83814',
  latitude: 47.677683,
  longitude: -116.780466,
  precision: 'gate',
  smdgCode: 'ABCD',
  locode: 'USCOE',
  services: ['container', 'ro-ro'],
  principal: true,
  port: 'USLAX',
  hours: 'Mo-Fr 07:00-17:00',
  source: 'sample',
  verified: true,
};

/** The tables that documents are made of. The sample uses only a few of their rows. */
export const INDEXED_TABLES = {
  ports: PORTS.map(({ locode }) => ({ locode, ...portTextsOf(locode) })),
  states: STATE_NAMES,
  spellings: SPELLINGS,
};

/** Hash of the mapping, of sample documents and of the tables that documents are made of. */
export const indexVersion = (tables: typeof INDEXED_TABLES): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        TERMINAL_INDEX,
        tables,
        ...[SAMPLE, { ...SAMPLE, closed: true }, undefined].map(terminalDocument),
      ]),
    )
    .digest('hex')
    .slice(0, 16);

/**
 * Changes when the code or a table changes the documents or the way that they are indexed, so no manual version number
 * is needed.
 */
export const TERMINAL_INDEX_VERSION = indexVersion(INDEXED_TABLES);
