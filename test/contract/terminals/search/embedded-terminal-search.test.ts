import { toListedTerminal } from '../../../../shared/terminals/catalogue/terminal-record.ts';
import { buildEmbeddedSearch } from '../../../../shared/terminals/search/embedded-terminal-search.ts';
import { describeTerminalSearch } from '../terminal-search-contract.ts';

describeTerminalSearch('scan', async (rows) => buildEmbeddedSearch(rows.map(toListedTerminal)));
