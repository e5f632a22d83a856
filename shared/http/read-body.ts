import type { MiddlewareObj } from '@middy/core';
import type { APIGatewayProxyEvent, APIGatewayProxyResult } from 'aws-lambda';
import type { Refusal } from './refusal.ts';

/** Largest body an operation reads, in bytes: 1 MB of 1,048,576 bytes. */
const MAX_BODY_BYTES = 1_048_576;

/** Deepest nesting of arrays and objects that is read; more than any operation accepts. */
const MAX_DEPTH = 1_000;

const badBody = (message: string, fault: string): Refusal => ({
  kind: 'invalid',
  message,
  details: { errors: [{ field: 'body', message: fault }] },
});

const BODY_TOO_LARGE = badBody(
  'The request body is larger than 1 MB (1,048,576 bytes). Send less in one call.',
  'must be at most 1,048,576 bytes',
);
const BODY_MISSING = badBody('The request body is empty. Send JSON.', 'must be JSON');
export const BODY_MALFORMED = badBody('The request body is not valid JSON.', 'must be valid JSON');

const BYTE_ORDER_MARK = '\uFEFF';

/** The text of a body without its byte order mark, which some clients write and JSON does not have. */
function bodyText({ body, isBase64Encoded }: APIGatewayProxyEvent): string {
  const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString() : (body ?? '');
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

/** A body that is not JSON, or that is JSON no operation reads. */
export class MalformedBodyError extends Error {
  override readonly name = 'MalformedBodyError';
}

/** Bodies are JSON whatever the Content-Type says: refusing by header would turn away working callers. */
export function parseJsonBody(): MiddlewareObj<APIGatewayProxyEvent, APIGatewayProxyResult> {
  return {
    before: ({ event }) => {
      const text = bodyText(event);
      // Only a body that may be left out comes this far empty.
      const body = text.trim() === '' ? undefined : parseJson(text);
      Object.assign(event, { body, isBase64Encoded: false });
    },
  };
}

/**
 * Without a reviver, which is called for each value and takes most of the time of a large body.
 * @throws MalformedBodyError
 */
function parseJson(text: string): unknown {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new MalformedBodyError('not JSON');
  }
  assertReadable(body);
  return body;
}

/**
 * Level by level, so that no nesting is deeper than the call stack.
 * @throws MalformedBodyError where containers are nested too deep, or a name could reach the prototype of an object.
 */
function assertReadable(body: unknown): void {
  let level: object[] = [];
  addContainers([body], level);
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new MalformedBodyError('nested too deep');
    const next: object[] = [];
    for (const container of level) {
      if (Array.isArray(container)) addContainers(container, next);
      else {
        if (hasForbiddenName(container)) throw new MalformedBodyError('forbidden name');
        addContainers(Object.values(container), next);
      }
    }
    level = next;
  }
}

function addContainers(values: readonly unknown[], containers: object[]): void {
  for (const value of values) if (typeof value === 'object' && value !== null) containers.push(value);
}

/** Names by which a merge of objects could change a prototype. */
function hasForbiddenName(container: object): boolean {
  if (Object.hasOwn(container, '__proto__')) return true;
  if (!Object.hasOwn(container, 'constructor')) return false;
  const { constructor: value }: { constructor: unknown } = container;
  return typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype');
}

/** A refusal of a body by its size or absence, before it is parsed; undefined when it may be. */
export function refuseUnreadableBody(
  event: APIGatewayProxyEvent,
  hasBody: boolean | 'optional',
): Refusal | undefined {
  if (hasBody === false) return undefined;
  const { body, isBase64Encoded } = event;
  const bytes = Buffer.byteLength(body ?? '', isBase64Encoded ? 'base64' : 'utf8');
  if (bytes > MAX_BODY_BYTES) return BODY_TOO_LARGE;
  return bodyText(event).trim() === '' && hasBody !== 'optional' ? BODY_MISSING : undefined;
}
