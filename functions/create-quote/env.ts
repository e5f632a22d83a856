import * as v from 'valibot';
import { PRICING_VARIABLES } from '../../shared/rates/compose-pricing.ts';

const tableName = v.pipe(v.string(), v.nonEmpty());

const schema = v.object({
  /** Name of the table of organizations and keys. */
  ORGANIZATIONS_TABLE: tableName,
  /** Name of the table of usage counts. */
  USAGE_TABLE: tableName,
  /** Name of the table of quotes. */
  QUOTES_TABLE: tableName,
  /** Name of the table of pricing strategies. */
  STRATEGIES_TABLE: tableName,
  /** Name of the table of idempotency keys and their answers. */
  IDEMPOTENCY_TABLE: tableName,
  ...PRICING_VARIABLES,
  RESPONSE_MISMATCH: v.picklist(['reject', 'report']),
});

/**
 * The variables that this function uses.
 * @throws ValiError if one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
