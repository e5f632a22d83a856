/** A refusal of an engine that speaks AWS's JSON protocol. */
export class EngineRefusedError extends Error {
  override readonly name = 'EngineRefusedError';
  /** The exception's name: "TrimmedDataAccessException". */
  readonly type: string;

  constructor(target: string, type: string, message: string) {
    super(`${target}: ${type}: ${message}`);
    this.type = type;
  }
}

/** Signs nothing: an engine on this machine only wants to see that something is there. */
const AUTHORIZATION =
  'AWS4-HMAC-SHA256 Credential=local/20260101/us-east-1/local/aws4_request, SignedHeaders=host, Signature=0';

/**
 * Calls an operation of an engine on this machine.
 * @param target "AmazonSQS.ReceiveMessage"
 * @throws EngineRefusedError where it answers with an error; fetch's own where it does not answer.
 */
export async function callEngine<Answer>(
  endpoint: string,
  target: string,
  body: object,
  signal?: AbortSignal,
): Promise<Answer> {
  const response = await fetch(endpoint, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.0',
      'x-amz-target': target,
      authorization: AUTHORIZATION,
    },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  const answer = (await response.json()) as Answer & { readonly __type?: string; readonly message?: string };
  if (response.ok) return answer;
  const type = String(answer.__type).split('#').at(-1) ?? '';
  throw new EngineRefusedError(target, type, String(answer.message));
}
