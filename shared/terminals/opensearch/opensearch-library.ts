import { type ClientRequest, Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Client, Connection, errors, Serializer } from '@opensearch-project/opensearch';
import { AwsSigv4Signer } from '@opensearch-project/opensearch/aws-v3';
import type { OpenSearchConnection } from './opensearch-connection.ts';

/** Two official clients of one domain or node. Only this module imports the library. */
export interface OpenSearchLibrary {
  /** Keeps its connections open between requests. */
  readonly keepAlive: Client;
  /** Opens a connection for each request, and closes it after the response. */
  readonly singleUse: Client;
}

/** Creates the official clients of a domain or node. They do not retry, probe or list nodes. */
export function createLibrary({ endpoint, signing }: OpenSearchConnection): OpenSearchLibrary {
  const isSecure = new URL(endpoint).protocol === 'https:';
  const signer =
    signing && AwsSigv4Signer({ ...signing, service: 'es', getCredentials: signing.credentials });
  const options = {
    node: endpoint,
    maxRetries: 0,
    // A failed connection is used again at the next request, without a HEAD request, which the roles do not allow.
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

/** Status and body of a response that the library reports as an error; undefined for any other error. */
export function responseInError(
  error: unknown,
): { readonly status: number; readonly body: unknown } | undefined {
  if (!(error instanceof errors.ResponseError)) return undefined;
  return { status: error.statusCode ?? 0, body: error.body };
}

/** Returns undefined for a body that is not JSON, instead of an error that quotes the body. */
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
 * Corrects two defects of the library's connection: it replaces socket errors by errors without a code, and it prints
 * errors after the start of a response with console.log. This class keeps the code and prints nothing.
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
