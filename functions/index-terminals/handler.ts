import { defaultProvider } from '../../shared/dynamodb/environment-credentials.ts';
import { withRequestId } from '../../shared/logging/log-context.ts';
import { createIndexInService } from '../../shared/terminals/index-in-service.ts';
import { readEnv } from './env.ts';
import { createIndexTerminals } from './index-terminals.ts';

const env = readEnv();

/** Called by the stream of the terminals table. */
export const handler = withRequestId(
  createIndexTerminals(
    createIndexInService({
      endpoint: env.OPENSEARCH_ENDPOINT,
      region: env.AWS_REGION,
      credentials: defaultProvider(),
    }),
  ),
);
