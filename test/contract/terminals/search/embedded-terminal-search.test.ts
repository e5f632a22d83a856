import { buildEmbeddedSearch } from '../../../../shared/terminals/search/embedded-terminal-search.ts';
import { describeRelevance } from '../relevance-contract.ts';
import { describeTerminalSearch } from '../terminal-search-contract.ts';

describeTerminalSearch('embedded', async (terminals) => buildEmbeddedSearch(terminals));
describeRelevance('embedded', async (terminals) => buildEmbeddedSearch(terminals));
