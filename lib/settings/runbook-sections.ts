/** Sections of the runbook that alarms and the dashboard link, each with the name of its page next to docs/operators/runbook.md. */
export const RUNBOOK_SECTIONS = {
  'the-api-answers-500': 'api',
  'the-authorizer-fails': 'api',
  'an-organization-has-no-gateway-key': 'api',
  'calls-are-slow': 'api',
  'a-function-fails': 'api',
  'a-new-version-fails': 'api',
  'functions-are-throttled': 'api',
  'the-probe-fails': 'api',
  'the-certificate-expires': 'api',
  'organizations-near-their-usage-limit': 'api',
  'events-are-late': 'webhooks',
  'dead-letters': 'webhooks',
  'deliveries-are-overdue': 'webhooks',
  'deliveries-failed-after-3-days': 'webhooks',
  'deferred-deliveries-are-late': 'webhooks',
  'most-attempts-fail': 'webhooks',
  'the-sweep-does-not-run': 'webhooks',
  'a-scheduled-run-failed': 'webhooks',
  'stream-records-failed': 'webhooks',
  'terminals-are-stale': 'data',
  'diesel-prices-are-stale': 'data',
  'the-market-cannot-be-read': 'data',
  'uploads-are-not-imported': 'data',
  'lanes-of-rfps-are-not-priced': 'data',
  'a-table-throttles': 'data',
  'dynamodb-fails': 'data',
  'the-embedded-search-answers': 'data',
  'the-search-domain-is-unhealthy': 'data',
  'terminal-changes-are-late': 'data',
  'a-backup-fails': 'data',
  'the-budget-is-spent': 'data',
} as const;

export type RunbookSection = keyof typeof RUNBOOK_SECTIONS;

/** A URL of docs/operators/runbook.md or of a copy; the pages of sections have the same ending. */
export const RUNBOOK_URL = /\/runbook(\.\w+)?$/;

/** URL of a section. @param runbookUrl of the first page, as in the settings. */
export const runbookLink = (runbookUrl: string, section: RunbookSection): string =>
  `${runbookUrl.replace(RUNBOOK_URL, `/runbook-${RUNBOOK_SECTIONS[section]}$1`)}#${section}`;
