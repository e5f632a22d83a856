import { withRequestId } from '../../shared/platform/logging/log-context.ts';
import { createIndexInService } from '../../shared/terminals/indexing/index-in-service.ts';
import { searchDomainOf } from '../../shared/terminals/opensearch/search-domain-env.ts';
import { readEnv } from './env.ts';
import { createIndexTerminals } from './index-terminals.ts';

const env = readEnv();

const { writer } = await createIndexInService(searchDomainOf(env));

/** Called by the stream of the terminals table. */
export const handler = withRequestId(createIndexTerminals(writer));
