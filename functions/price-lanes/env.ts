import * as v from 'valibot';
import { PRICING_VARIABLES } from '../../shared/rates/compose-pricing.ts';

const tableName = v.pipe(v.string(), v.nonEmpty());

const schema = v.object({
  /** Name of the table of organizations and keys. */
  ORGANIZATIONS_TABLE: tableName,
  /** Name of the table of usage counts. */
  USAGE_TABLE: tableName,
  /** Name of the table of stored responses for Idempotency-Keys. */
  IDEMPOTENCY_TABLE: tableName,
  ...PRICING_VARIABLES,
  RESPONSE_MISMATCH: v.picklist(['reject', 'report']),
});

/** The environment variables of this function. @throws ValiError if one is missing or invalid. */
export const readEnv = () => v.parse(schema, process.env);
