/** A variable, who sets it, and its meaning with unit or values. */
type Variable = readonly [name: string, setBy: string, meaning: string];

const setting = (name: string) => `setting \`${name}\``;

/** Variables that the stacks set for functions. */
export const FUNCTION_VARIABLES: readonly Variable[] = [
  [
    'ALLOWED_ORIGINS',
    '`allowedOrigins` of the [operator settings](operator-settings.md)',
    'web origins that may call the API from a browser, separated by spaces',
  ],
  ['AUDIT_TABLE', 'stack', 'table of the audit log'],
  ['DELIVERIES_TABLE', 'stack', 'table of deliveries'],
  ['DELIVERIES_URL', 'stack', 'URL of the queue of first attempts'],
  [
    'EIA_API_KEY_PARAMETER',
    'stack',
    'name of the parameter in Systems Manager with the API key of the EIA ([diesel prices](diesel.md))',
  ],
  ['EVENTS_DLQ_URL', 'stack', 'URL of the dead-letter queue of events'],
  ['EVENTS_URL', 'stack', 'URL of the intake queue of events'],
  ['IDEMPOTENCY_TABLE', 'stack', 'table of stored answers of calls with an Idempotency-Key'],
  [
    'MAP_SERVICE',
    setting('mapService'),
    '`embedded`, or the map service that returns [road distances](../explanation/road-distance.md)',
  ],
  [
    'MARKET_REFRESH_SECONDS',
    setting('marketRefreshSeconds'),
    'seconds after which a process reads market and diesel prices again',
  ],
  ['MARKET_TABLE', 'stack', 'table of market and diesel prices'],
  ['OPENSEARCH_ENDPOINT', 'stack, with a [search domain](search-domain.md)', 'URL of the domain'],
  ['ORGANIZATIONS_TABLE', 'stack', 'table of organizations and API keys'],
  [
    'PROBE_PARAMETER',
    'stack',
    'name of the parameter in Systems Manager with the settings of [the probe](objectives-and-probe.md#the-probe)',
  ],
  ['PUBLIC_URL', 'stack, the local host', 'base URL of share links, without a slash at the end'],
  ['QUOTES_TABLE', 'stack', 'table of quotes'],
  [
    'RESPONSE_MISMATCH',
    setting('responseMismatch'),
    '`reject` or `report`: what happens to a response that does not match its schema',
  ],
  ['RETRIES_URL', 'stack', 'URL of the queue of later attempts'],
  ['CONTRACTS_TABLE', 'stack', 'table of contract rates'],
  ['RFPS_TABLE', 'stack', 'table of RFPs'],
  ['RFP_WORK_URL', 'stack', 'URL of the queue of chunks of RFPs'],
  ['SERVICE_VERSION', 'deployment', 'commit of the deployed code; field `version` of log lines'],
  ['STRATEGIES_TABLE', 'stack', 'table of pricing strategies'],
  [
    'TERMINALS_REFRESH_SECONDS',
    setting('terminalsRefreshSeconds'),
    'seconds after which a process looks for a newer snapshot of the terminals',
  ],
  ['TERMINALS_TABLE', 'stack', 'table of terminals'],
  ['UPLOADS_BUCKET', 'stack', 'bucket of [uploads](market-uploads.md)'],
  ['UPLOADS_URL', 'stack', 'URL of the queue of uploads and converted quotes'],
  ['USAGE_TABLE', 'stack', 'table of usage counts'],
  ['WEBHOOKS_TABLE', 'stack', 'table of webhooks'],
  [
    'WEBHOOK_OWNERSHIP',
    setting('webhookOwnership'),
    '`unchecked` or `challenge`: whether a receiver must answer an [ownership challenge](../integrators/webhooks.md)',
  ],
  [
    'WEBHOOK_RATES',
    setting('webhookRates'),
    'limits of requests to receivers: `burst` in requests; `live`, `test`, `host` and `unproven` in requests a minute',
  ],
  [
    'WEBHOOK_RECEIVERS',
    setting('webhookReceivers'),
    '`public` or `any`: addresses to which webhooks may be sent',
  ],
  [
    'WEBHOOK_RETRY_SCHEDULE',
    setting('webhookRetrySeconds'),
    'seconds before each retry, separated by commas',
  ],
  ['WEBHOOK_SECRETS_KEY', 'stack', 'ARN of the KMS key of signing secrets'],
];

/** Variables that Lambda sets and functions read. */
export const LAMBDA_VARIABLES: readonly Variable[] = [
  ['AWS_LAMBDA_FUNCTION_NAME', 'Lambda', 'dimension of metrics'],
  ['AWS_LAMBDA_FUNCTION_VERSION', 'Lambda', 'dimension of the metric of failures by version'],
  ['AWS_REGION', 'Lambda', 'region of the AWS clients'],
];

/** Variables that a person can set for the commands of `package.json`. */
export const COMMAND_VARIABLES: readonly Variable[] = [
  [
    'ALLOWED_ORIGINS',
    '`npm start`',
    'web origins that may call the local API from a browser, separated by spaces',
  ],
  [
    'AWS_ENDPOINT_URL',
    'all commands of a deployment',
    'endpoint of all AWS services, such as that of [the emulator](emulator.md)',
  ],
  ['AWS_ENDPOINT_URL_S3', '`freight`, functions of uploads', 'the same for S3'],
  ['EIA_API_KEY', '`npm start`', 'API key of the EIA ([diesel prices](diesel.md))'],
  ['EIA_URL', 'tests', 'address of a double of the EIA service'],
  ['FREIGHT_API_KEY', '`freight listen`, `npm run smoke`', 'API key of the caller'],
  ['FREIGHT_DEMO_MARKET', '`npm start`', '`off`: no [demo market](market-data.md#the-demo-market)'],
  ['FREIGHT_LOCAL_DIR', '`npm start`, `freight`', 'folder of the local data; the default is `.local`'],
  ['JAVA_HOME', '`npm start`, `npm test`', 'Java for DynamoDB Local and OpenSearch'],
  ['MVNW_REPOURL', '`npm run test:opensearch`', 'mirror of Maven Central'],
  ['NODEJS_ORG_MIRROR', 'all commands on macOS', 'mirror of the downloads of Node ([versions](versions.md))'],
  [
    'OPERATOR_SETTINGS_FILE',
    '`cdk`, `freight`',
    'path of the [operator settings](operator-settings.md); the default is `operator-settings.json`',
  ],
  ['PORT', '`npm start`', 'port of the local API; the default is 3000, and 0 chooses a free port'],
  ['UPLOADS_ADDRESS', 'the local host', 'functions of uploads: origin where callers reach the bucket'],
  ['WEBHOOK_OWNERSHIP', '`npm start`', 'as for functions'],
  ['WEBHOOK_RATES', '`npm start`', 'as for functions'],
  [
    'WEBHOOK_RETRY_SCHEDULE',
    '`npm start`',
    'as for functions: `3,3,3,3,3` makes [quick retries](../integrators/time-on-this-machine.md)',
  ],
];

const tableOf = (second: string, variables: readonly Variable[]): string =>
  [
    `| Variable | ${second} | Meaning |`,
    '| --- | --- | --- |',
    ...variables.map(([name, by, meaning]) => `| \`${name}\` | ${by} | ${meaning} |`),
  ].join('\n');

/** The page of all environment variables of functions and commands. */
export const environmentVariablesPage = (): string => `# Environment variables

Functions read variables that the stacks set. Commands read variables of the shell. No variable contains a secret in a deployment: secrets are in Systems Manager and DynamoDB.

## Functions

A *setting* is a field of the environment in \`lib/settings/environments.ts\`. *Stack* is a name, an address or an ARN of a resource. A function has only the variables that it reads.

${tableOf('Set by', FUNCTION_VARIABLES)}

Lambda itself sets:

${tableOf('Set by', LAMBDA_VARIABLES)}

## Commands

The AWS SDK also reads its own variables, such as \`AWS_PROFILE\` and \`AWS_REGION\`.

${tableOf('Read by', COMMAND_VARIABLES)}
`;
