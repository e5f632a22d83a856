/** Sources whose mutants the tests must find, and the tests that run against them. */
export interface MutantArea {
  /** Glob patterns from the root of the repository. */
  readonly sources: readonly string[];
  readonly tests: readonly string[];
}

/** A description of the API or a composition of adapters has no rule; the suites over HTTP test it. */
const WITHOUT_RULES = ['!shared/**/*-description.ts', '!shared/**/*-document.ts', '!shared/**/compose-*.ts'];

const area = (folders: readonly string[], tested = folders): MutantArea => ({
  sources: [...folders.map((folder) => `shared/${folder}/**/*.ts`), ...WITHOUT_RULES],
  tests: tested.flatMap((folder) => [
    `test/unit/${folder}/**/*.test.ts`,
    `test/contract/${folder}/**/*.test.ts`,
  ]),
});

/** By the name that `npm run test:mutants -- NAME` has. */
export const MUTANT_AREAS: Readonly<Record<string, MutantArea>> = {
  usage: area(['accounts/usage']),
  idempotency: area(['accounts/idempotency']),
  keys: area(['accounts/api-keys', 'accounts/key-operations']),
  access: area(['accounts/authorization']),
  'search-order': area(['terminals/search']),
  'receiver-guard': area(['webhooks/receiver-guard']),
  deliveries: area(['webhooks/deliveries', 'webhooks/sending']),
  'market-privacy': area(
    ['market/cells', 'market/contribution'],
    [
      'market/cells',
      'market/contribution',
      'market/importing',
      'market/published',
      'market/publishing',
      'rates',
    ],
  ),
  'market-import': area(
    ['market/importing'],
    ['market/cells', 'market/contribution', 'market/importing', 'market/store'],
  ),
  rates: area(['rates']),
  quotes: area(['quotes']),
};

/** The smallest share of mutants that the tests of an area find, in percent. */
export const MIN_FOUND_PERCENT = 85;
