import type { ListedTerminal } from '../../terminals/catalogue/listed-terminal.ts';
import { buildEmbeddedDirectory } from '../../terminals/search/embedded-terminal-directory.ts';
import type { TariffPlaces } from './read-tariff.ts';

/** The places that entries of a tariff can name: terminals and their ports. */
export const tariffPlaces = (terminals: readonly ListedTerminal[]): TariffPlaces => ({
  byName: buildEmbeddedDirectory(terminals).byName,
  ports: new Set(terminals.flatMap(({ port }) => (port === '' ? [] : [port]))),
});
