import type { SearchDomainFacts } from '../../bin/freight/connection/search-domain.ts';
import type { SearchIndex } from '../../bin/freight/connection/search-index.ts';
import type { IndexStatus } from '../../shared/terminals/indexing/terminal-index.ts';

/** A search index whose rebuild returns the given number of rows, or rejects. */
export function createInMemorySearchIndex() {
  let rebuilt: number | Error = 0;
  let domain: SearchDomainFacts | undefined;
  let statuses: (IndexStatus | Error)[] = [];
  const port: SearchIndex = {
    rebuild: async () => {
      if (rebuilt instanceof Error) throw rebuilt;
      return { rows: rebuilt };
    },
    status: async () => {
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      if (status === undefined || status instanceof Error) throw status;
      return status;
    },
  };
  return {
    port,
    describeDomain: async () => domain,
    /** Adds a domain whose index has these states, one per poll; the last one repeats. */
    giveDomain: (facts: SearchDomainFacts, ...states: (IndexStatus | Error)[]) => {
      domain = facts;
      statuses = states;
    },
    answerRebuild: (answer: number | Error) => {
      rebuilt = answer;
    },
  };
}
