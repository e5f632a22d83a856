import * as v from 'valibot';

const url = v.pipe(v.string(), v.url());

/** The variables of every function that sends to queues. */
export const QUEUE_VARIABLES = {
  /** Set by Lambda itself. */
  AWS_REGION: v.pipe(v.string(), v.nonEmpty()),
  /** As the AWS SDK reads them; set where another service stands for SQS. */
  AWS_ENDPOINT_URL: v.optional(url),
  AWS_ENDPOINT_URL_SQS: v.optional(url),
};

export type QueueEnvironment = v.InferOutput<v.ObjectSchema<typeof QUEUE_VARIABLES, undefined>>;
