import * as v from 'valibot';
import { QUEUE_VARIABLES } from '../../shared/queues/queue-env.ts';

const url = v.pipe(v.string(), v.url());

const schema = v.object({
  /** Address of the intake queue. */
  EVENTS_URL: url,
  ...QUEUE_VARIABLES,
});

/**
 * The variables that this function uses.
 * @throws ValiError where one is missing: the deployment is broken.
 */
export const readEnv = () => v.parse(schema, process.env);
