/** Sources whose mutants the tests must find, and the tests that run against them. */
export interface MutantArea {
  /** Glob patterns from the root of the repository; `!` before a pattern excludes. */
  readonly sources: readonly string[];
  /** The same for tests. */
  readonly tests: readonly string[];
}

/** A description of the API or a composition of adapters has no rule; the suites over HTTP test it. */
const WITHOUT_RULES = ['!shared/**/*-description.ts', '!shared/**/*-document.ts', '!shared/**/compose-*.ts'];

/** Adapters of large areas are areas of their own: their tests need the engine and take longer. */
const STORES = '**/dynamodb*.ts';

interface AreaOptions {
  /** Folders whose tests run, if not those of the sources. */
  readonly tested?: readonly string[];
  /** More tests. */
  readonly tests?: readonly string[];
  /** Sources of the folders that are not in the area, as patterns in `shared`. */
  readonly without?: readonly string[];
}

const area = (folders: readonly string[], options: AreaOptions = {}): MutantArea => {
  const { tested = folders, tests = [], without = [] } = options;
  const excluded = without.map((pattern) => `!shared/${pattern}`);
  return {
    sources: [...folders.map((folder) => `shared/${folder}/**/*.ts`), ...WITHOUT_RULES, ...excluded],
    tests: [
      ...tested.flatMap((folder) => [
        `test/unit/${folder}/**/*.test.ts`,
        `test/contract/${folder}/**/*.test.ts`,
      ]),
      ...tests,
    ],
  };
};

const storesOf = (folder: string, options: AreaOptions = {}): MutantArea => {
  const { tests, sources } = area([folder], options);
  return {
    tests,
    sources: [`shared/${folder}/${STORES}`, ...sources.filter((glob) => glob.startsWith('!'))],
  };
};

const PRICES = ['quotes/pricing', 'quotes/request', 'quotes/stops'];
const STRATEGIES = ['quotes/strategy', 'quotes/tariff', 'quotes/preview'];
const WHOLE_QUOTES = 'test/unit/quotes/*.test.ts';
/** Adapters without a table double: tests of them need DynamoDB Local, and would delay those of the others. */
const ON_ENGINE = [
  'quotes/strategy/dynamodb*.ts',
  'quotes/sharing/dynamodb*.ts',
  'quotes/store/dynamodb-quote-copies.ts',
  'quotes/store/dynamodb-quote-changes.ts',
  'quotes/store/dynamodb-recent-quotes.ts',
];
const ON_ENGINE_TESTS = [
  'test/contract/quotes/strategy/*.test.ts',
  'test/contract/quotes/sharing/*.test.ts',
  'test/contract/quotes/preview/*.test.ts',
  'test/contract/quotes/store/quote-{copies,changes}.test.ts',
  // The copy of a tariff that the store of strategies writes for rates.
  'test/contract/costs/accessorials/current-tariff.test.ts',
];
/** Tests of whole functions and of concurrent calls on DynamoDB Local. */
const OTHER_ENGINE_TESTS = [
  'test/contract/quotes/record/quote-limit.test.ts',
  'test/contract/quotes/loads/*.test.ts',
  'test/contract/quotes/expiry/{publish-quote-events,announce-expiries-handler}.test.ts',
];

/** By the name that `npm run test:mutants -- NAME` has. */
export const MUTANT_AREAS: Readonly<Record<string, MutantArea>> = {
  usage: area(['accounts/usage']),
  idempotency: area(['accounts/idempotency']),
  keys: area(['accounts/api-keys', 'accounts/key-operations']),
  access: area(['accounts/authorization']),
  'search-order': area(['terminals/search']),
  'receiver-guard': area(['webhooks/receiver-guard']),
  deliveries: area(['webhooks/deliveries', 'webhooks/sending'], { without: [STORES] }),
  'delivery-stores': storesOf('webhooks/deliveries'),
  'market-privacy': area(['market/cells', 'market/contribution'], {
    tested: [
      'market/cells',
      'market/contribution',
      'market/importing',
      'market/published',
      'market/publishing',
      'rates',
    ],
  }),
  'market-import': area(['market/importing'], {
    tested: ['market/cells', 'market/contribution', 'market/importing', 'market/store'],
  }),
  rates: area(['rates']),
  quotes: area(['quotes'], {
    without: [STORES, ...[...PRICES, ...STRATEGIES].map((folder) => `${folder}/**/*.ts`)],
  }),
  'quote-prices': area(PRICES, { tests: [WHOLE_QUOTES] }),
  'quote-strategies': area(STRATEGIES, { without: [STORES], tests: [WHOLE_QUOTES] }),
  'quote-stores': storesOf('quotes', {
    tests: [...ON_ENGINE_TESTS, ...OTHER_ENGINE_TESTS].map((pattern) => `!${pattern}`),
    without: ON_ENGINE,
  }),
  'quote-stores-on-engine': {
    sources: ON_ENGINE.map((pattern) => `shared/${pattern}`),
    tests: ON_ENGINE_TESTS,
  },
};

/** The smallest share of mutants that the tests of an area find, in percent. */
export const MIN_FOUND_PERCENT = 85;
