import type { SearchDomainFacts } from '../../bin/freight/connection/search-domain.ts';
import type { SearchIndex } from '../../bin/freight/connection/search-index.ts';
import type { IndexStatus } from '../../shared/terminals/indexing/index-status.ts';
import type { ReindexProgress } from '../../shared/terminals/indexing/reindex-runs.ts';

const AT = '2026-11-21T14:00:00.000Z';

/** A search index whose rebuild returns the given reports, one per poll; the last one repeats. */
export function createInMemorySearchIndex() {
  let rejection: Error | undefined;
  let reports: (ReindexProgress | undefined)[] = [];
  let looks = 0;
  let domain: SearchDomainFacts | undefined;
  let statuses: (IndexStatus | Error)[] = [];
  const port: SearchIndex = {
    begin: async () => {
      if (rejection !== undefined) throw rejection;
      return { runId: 'run-1', functionName: 'freight-reindex' };
    },
    status: async () => {
      const status = statuses.length > 1 ? statuses.shift() : statuses[0];
      if (status === undefined || status instanceof Error) throw status;
      return status;
    },
    read: async () => {
      looks += 1;
      return reports.length > 1 ? reports.shift() : reports[0];
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
    looks: () => looks,
    tell: (...given: (Omit<ReindexProgress, 'at'> | undefined)[]) => {
      reports = given.map((report) => (report === undefined ? undefined : { ...report, at: AT }));
    },
    reject: (error: Error) => {
      rejection = error;
    },
  };
}
