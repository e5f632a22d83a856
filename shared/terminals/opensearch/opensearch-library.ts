import { type ClientRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Client, Connection, errors, Serializer } from '@opensearch-project/opensearch';
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3';
import type { OpenSearchConnection } from './opensearch-connection.ts';

/** What only this module knows of the official client, which is loaded with it. */
export interface OpenSearchLibrary {
  /** Keeps its connections open between requests. */
  readonly keepAlive: Client;
  /** Opens a connection for each request, and closes it after the answer. */
  readonly singleUse: Client;
}

/** The official client of a domain or node. It never retries, probes nodes or lists them: each request is the caller's. */
export function createLibrary({ endpoint, signing }: OpenSearchConnection): OpenSearchLibrary {
  const isSecure = new URL(endpoint).protocol === 'https:';
  const signer =
    signing && AwsSigv4Signer({ ...signing, service: 'es', getCredentials: signing.credentials });
  const options = {
    node: endpoint,
    maxRetries: 0,
    // A connection that failed is asked again at the next request, without a HEAD request that roles may not make.
    resurrectStrategy: 'none',
    ...(signer === undefined ? {} : { Transport: signer.Transport }),
    Connection: withErrorCodes(signer?.Connection ?? Connection),
    Serializer: LenientSerializer,
  } as const;
  return {
    keepAlive: new Client({ ...options, agent: { keepAlive: true } }),
    singleUse: new Client({
      ...options,
      agent: () => new (isSecure ? HttpsAgent : HttpAgent)({ keepAlive: false }),
    }),
  };
}

/** Status and body of an answer that the library reports as an error; undefined for every other error. */
export function responseInError(
  error: unknown,
): { readonly status: number; readonly body: unknown } | undefined {
  if (!(error instanceof errors.ResponseError)) return undefined;
  return { status: error.statusCode ?? 0, body: error.body };
}

/** An answer that is not JSON has a body of undefined instead of an error, which would quote it. */
class LenientSerializer extends Serializer {
  override deserialize(json: string): unknown {
    try {
      return JSON.parse(json);
    } catch {
      return undefined;
    }
  }
}

/**
 * The library's connection replaces socket errors by new ones without a code, and prints errors that follow the begin
 * of an answer with console.log: here the code is kept, and nothing is printed.
 */
function withErrorCodes(Base: typeof Connection): typeof Connection {
  return class extends Base {
    override request(
      params: Parameters<Connection['request']>[0],
      callback: (error: Error | null, response: IncomingMessage | null) => void,
    ): ClientRequest {
      let code: unknown;
      const request = super.request(params, (error, response) => {
        if (response !== null) request.removeAllListeners('error').on('error', () => {});
        if (error !== null && code !== undefined) Object.assign(error, { code });
        callback(error, response);
      });
      request.prependListener('error', (error) => {
        code = Object(error).code;
      });
      return request;
    }
  };
}
