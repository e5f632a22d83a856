import * as v from 'valibot';
import { DELIVERY_VARIABLES } from '../../shared/webhooks/deliveries/delivery-env.ts';

const schema = v.object({ ...DELIVERY_VARIABLES, RESPONSE_MISMATCH: v.picklist(['reject', 'report']) });

/**
 * The variables that this function uses.
 * @throws ValiError if a variable is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
