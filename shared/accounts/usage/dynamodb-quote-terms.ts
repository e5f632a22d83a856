import type { BatchRead } from '../../platform/dynamodb/batching-reader.ts';
import { organizationRequest, parseOrganization } from './dynamodb-read-account.ts';
import type { QuoteTermsReader } from './quote-terms.ts';

/** Quote terms from the organizations table. `read` may combine this read with others in one round trip. */
export function createDynamoDbQuoteTerms(read: BatchRead, organizationsTable: string): QuoteTermsReader {
  return {
    async read(orgId) {
      const found = await read({ [organizationsTable]: organizationRequest(orgId) });
      const [organization] = found.get(organizationsTable) ?? [];
      return organization === undefined ? undefined : parseOrganization(organization);
    },
  };
}
