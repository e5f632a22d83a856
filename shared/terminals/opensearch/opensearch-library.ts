import { type ClientRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Client, Connection } from '@opensearch-project/opensearch';
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3';
import type { SearchDomain } from './search-domain-env.ts';

/** Creates the official client of a domain or node. It does not retry, probe or list nodes. Only this module imports the library. */
export function createLibraryClient({ endpoint, signing }: SearchDomain): Client {
  const signer =
    signing && AwsSigv4Signer({ ...signing, service: 'es', getCredentials: signing.credentials });
  const Agent = endpoint.startsWith('https:') ? HttpsAgent : HttpAgent;
  return new Client({
    node: endpoint,
    maxRetries: 0,
    // A failed connection is used again at the next request, without a HEAD request, which the roles do not allow.
    resurrectStrategy: 'none',
    ...(signer === undefined ? {} : { Transport: signer.Transport }),
    Connection: withoutPrinting(signer?.Connection ?? Connection),
    // A connection that was idle in a frozen function can be dead without an error, so none is used twice.
    agent: () => new Agent({ keepAlive: false }),
  });
}

/** The library prints errors after the start of a response with console.log. This class ignores them. */
function withoutPrinting(Base: typeof Connection): typeof Connection {
  return class extends Base {
    override request(
      params: Parameters<Connection['request']>[0],
      callback: (error: Error | null, response: IncomingMessage | null) => void,
    ): ClientRequest {
      const request = super.request(params, (error, response) => {
        if (response !== null) request.removeAllListeners('error').on('error', () => {});
        callback(error, response);
      });
      return request;
    }
  };
}
