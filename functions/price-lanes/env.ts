import * as v from 'valibot';
import { ROAD_VARIABLES } from '../../shared/geography/roads/road-env.ts';
import { MARKET_VARIABLES } from '../../shared/market/published/market-env.ts';
import { TERMINAL_VARIABLES } from '../../shared/terminals/catalogue/terminal-env.ts';

const tableName = v.pipe(v.string(), v.nonEmpty());

const schema = v.object({
  /** Name of the table of organizations and keys. */
  ORGANIZATIONS_TABLE: tableName,
  /** Name of the table of usage counts. */
  USAGE_TABLE: tableName,
  /** Name of the table of stored responses for Idempotency-Keys. */
  IDEMPOTENCY_TABLE: tableName,
  ...TERMINAL_VARIABLES,
  ...MARKET_VARIABLES,
  RESPONSE_MISMATCH: v.picklist(['refuse', 'report']),
  ...ROAD_VARIABLES,
});

/** The environment variables of this function. @throws ValiError if one is missing or invalid. */
export const readEnv = () => v.parse(schema, process.env);
