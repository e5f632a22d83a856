import { SQSClient, type SQSClientConfig } from '@aws-sdk/client-sqs';
import { requestSettings } from '../aws/request-settings.ts';

/** SQS answers within some ten milliseconds. One attempt: those who send decide which messages are sent again. */
const LIMITS = { timeoutMs: 3_000, attempts: 1 };

/** A client of SQS for functions. `config` adds to its settings; tests give an endpoint. */
export const createSqsClient = (config: SQSClientConfig = {}): SQSClient =>
  new SQSClient({
    ...requestSettings(LIMITS),
    // The endpoint is that of the region or of AWS_ENDPOINT_URL_SQS, whatever host a queue's URL names.
    useQueueUrlAsEndpoint: false,
    ...config,
  });
