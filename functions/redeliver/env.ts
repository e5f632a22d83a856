import * as v from 'valibot';
import { REDELIVERY_VARIABLES } from '../../shared/webhooks/deliveries/delivery-env.ts';

const schema = v.object({ ...REDELIVERY_VARIABLES, RESPONSE_MISMATCH: v.picklist(['reject', 'report']) });

/**
 * The variables that this function uses.
 * @throws ValiError if a variable is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
