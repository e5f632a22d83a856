import type { ApiResponse, Client } from '@opensearch-project/opensearch';
import type { SearchDomain } from './search-domain-env.ts';

/** An abortable request of the library. */
interface SentRequest extends PromiseLike<Pick<ApiResponse, 'body'>> {
  readonly abort: () => void;
}

/** Calls one method of the official client with these options: `(client, options) => client.count({ index }, options)`. */
export type OpenSearchRequest = (client: Client, options: { readonly requestTimeout: number }) => SentRequest;

/** Sends requests to one domain or node. */
export interface OpenSearchClient {
  /** @returns the body of a successful response. @throws OpenSearchError for any other response, or none in time. */
  send(request: OpenSearchRequest): Promise<unknown>;
  close(): void;
}

/** A failed request. The message is a status, error type or code, without data of the request or response. */
export class OpenSearchError extends Error {
  override readonly name = 'OpenSearchError';
  /** Absent without a response. */
  readonly status: number | undefined;

  constructor(reason: string, status?: number) {
    super(reason);
    this.status = status;
  }
}

/**
 * Creates a client and loads the official library, which functions without a domain do not load.
 * @param timeoutMs limit for a whole request.
 */
export async function createOpenSearchClient(
  domain: SearchDomain,
  timeoutMs: number,
): Promise<OpenSearchClient> {
  const { createLibraryClient } = await import('./opensearch-library.ts');
  const client = createLibraryClient(domain);
  return {
    send: async (request) => {
      // The library's own time-out measures inactivity, so a slow body never triggers it.
      const sent = request(client, { requestTimeout: timeoutMs });
      let timer: NodeJS.Timeout | undefined;
      const late = new Promise<never>((_, reject) => {
        timer = setTimeout(() => {
          reject(new OpenSearchError(`no response within ${timeoutMs} ms`));
          sent.abort();
        }, timeoutMs);
      });
      try {
        return (await Promise.race([sent, late])).body;
      } catch (error) {
        throw toOpenSearchError(error);
      } finally {
        clearTimeout(timer);
      }
    },
    close: () => void client.close(),
  };
}

/** Without the error of the library as cause, because it contains the request with its body and signature. */
function toOpenSearchError(error: unknown): OpenSearchError {
  if (error instanceof OpenSearchError) return error;
  const { name, message, statusCode, body } = Object(error) as Record<string, unknown>;
  if (typeof statusCode === 'number') {
    return new OpenSearchError(
      `status ${statusCode} ${Object(Object(body).error).type ?? ''}`.trim(),
      statusCode,
    );
  }
  return new OpenSearchError(/\bE[A-Z]{4,}\b/.exec(String(message))?.[0] ?? String(name));
}
