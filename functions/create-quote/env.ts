import * as v from 'valibot';

const tableName = v.pipe(v.string(), v.nonEmpty());

const schema = v.object({
  /** Name of the table of quotes. */
  QUOTES_TABLE: tableName,
  /** Name of the table of pricing strategies. */
  STRATEGIES_TABLE: tableName,
  /** Name of the table of remembered answers. */
  IDEMPOTENCY_TABLE: tableName,
  /** Name of the table of terminals. */
  TERMINALS_TABLE: tableName,
  /** Age of the terminals in memory from which a newer snapshot is looked for. */
  TERMINALS_REFRESH_SECONDS: v.pipe(v.string(), v.toNumber(), v.gtValue(0)),
  /** Name of the table of what is known of the market. */
  MARKET_TABLE: tableName,
  /** Age of the diesel prices in memory from which newer ones are looked for. */
  MARKET_REFRESH_SECONDS: v.pipe(v.string(), v.toNumber(), v.gtValue(0)),
  RESPONSE_MISMATCH: v.picklist(['refuse', 'report']),
  MAP_SERVICE: v.picklist(['embedded', 'amazon-location']),
  /** Set by Lambda itself. */
  AWS_REGION: v.pipe(v.string(), v.nonEmpty()),
});

/**
 * The variables that this function uses.
 * @throws ValiError where one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
