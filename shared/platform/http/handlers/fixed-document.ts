import { createHash } from 'node:crypto';

export interface DocumentRequest {
  readonly httpMethod: string;
  readonly headers?: Readonly<Record<string, string | undefined>> | null;
  readonly requestContext?: { readonly requestId?: string };
}

export interface DocumentResponse {
  readonly statusCode: 200 | 304;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Seconds for which a copy is used without a request. */
const MAX_AGE_SECONDS = 300;

/**
 * Answers `GET` and `HEAD` of a JSON document that is the same for all callers and until the next deployment: 200, or 304
 * if the caller has it already (`If-None-Match`).
 */
export function createDocumentHandler(json: string): (request: DocumentRequest) => DocumentResponse {
  const tag = `"${createHash('sha256').update(json).digest('base64url')}"`;
  return ({ httpMethod, headers, requestContext }) => {
    const isCurrent = knownTags(headers).some((known) => known === tag || known === '*');
    return {
      statusCode: isCurrent ? 304 : 200,
      headers: {
        'Content-Type': 'application/json',
        'Cache-Control': `public, max-age=${MAX_AGE_SECONDS}`,
        ETag: tag,
        'X-Content-Type-Options': 'nosniff',
        'X-Request-Id': requestContext?.requestId ?? '',
        // Tools that run in browsers read the document. It has no data of callers.
        'Access-Control-Allow-Origin': '*',
      },
      body: isCurrent || httpMethod === 'HEAD' ? '' : json,
    };
  };
}

/** Entity tags of `If-None-Match`, compared weakly: a proxy that compresses the response marks its tag as weak. */
function knownTags(headers: DocumentRequest['headers']): string[] {
  const [, value = ''] =
    Object.entries(headers ?? {}).find(([name]) => name.toLowerCase() === 'if-none-match') ?? [];
  return value.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
}
