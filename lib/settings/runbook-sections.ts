/** Sections of docs/operators/runbook.md that alarms, the dashboard and the log codes link. */
export type RunbookSection =
  | 'the-api-answers-500'
  | 'the-authorizer-fails'
  | 'calls-are-slow'
  | 'a-new-version-fails'
  | 'functions-are-throttled'
  | 'the-probe-fails'
  | 'the-certificate-expires'
  | 'organizations-near-their-usage-limit'
  | 'events-are-late'
  | 'dead-letters'
  | 'deliveries-are-overdue'
  | 'most-attempts-fail'
  | 'stream-records-failed'
  | 'terminals-are-stale'
  | 'diesel-prices-are-stale'
  | 'the-market-cannot-be-read'
  | 'uploads-are-not-imported'
  | 'lanes-of-rfps-are-not-priced'
  | 'a-table-throttles'
  | 'the-embedded-search-answers'
  | 'the-search-domain-is-unhealthy'
  | 'terminal-changes-are-late'
  | 'a-backup-fails'
  | 'the-budget-is-spent';

/** URL of a section. @param runbookUrl of docs/operators/runbook.md or of a copy. */
export const runbookLink = (runbookUrl: string, section: RunbookSection): string =>
  `${runbookUrl}#${section}`;
