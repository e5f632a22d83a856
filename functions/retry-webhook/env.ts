import * as v from 'valibot';
import { DELIVERY_VARIABLES } from '../../shared/deliveries/delivery-env.ts';

const url = v.pipe(v.string(), v.url());

const schema = v.object({
  ...DELIVERY_VARIABLES,
  RETRIES_URL: url,
  /** As the AWS SDK reads it; set where another service stands for SQS. */
  AWS_ENDPOINT_URL_SQS: v.optional(url),
});

/**
 * The variables that this function uses.
 * @throws ValiError where one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
