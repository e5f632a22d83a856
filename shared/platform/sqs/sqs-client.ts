import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { requestSettings } from '../aws/request-settings.ts';

/** SQS normally responds within tens of milliseconds. One attempt, because callers decide which messages to retry. */
const LIMITS = { timeoutMs: 3_000, attempts: 1 };

/** Creates an SQS client for functions. `config` overrides settings; tests pass an endpoint. */
export const createSqsClient = (config: SQSClientConfig = {}): SQSClient =>
  new SQSClient({
    ...requestSettings(LIMITS),
    // Use the endpoint of the region or of AWS_ENDPOINT_URL_SQS, not the host of the queue URL.
    useQueueUrlAsEndpoint: false,
    ...config,
  });
