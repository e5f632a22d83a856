import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface KmsCall {
  readonly target: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Replaces a response; undefined for the regular response. */
export type KmsFault = ((response: ServerResponse) => void) | undefined;

export interface KmsStandIn {
  readonly endpoint: string;
  /** A valid key. Any other name is also valid. */
  readonly keyId: string;
  readonly calls: KmsCall[];
  /** Faults of the next calls, in order. */
  readonly faults: KmsFault[];
  stop(): Promise<void>;
}

interface Request {
  readonly KeyId?: string;
  readonly Plaintext?: string;
  readonly CiphertextBlob?: string;
  readonly EncryptionContext?: Readonly<Record<string, string>>;
}

const KEY_ID = 'arn:aws:kms:us-east-1:123456789012:key/stand-in';

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
};

/** A fault with an error type of KMS. */
export const kmsRejection =
  (status: number, __type: string): KmsFault =>
  (response) =>
    json(response, status, { __type, message: 'a message of the key' });

const boundTo = ({ KeyId, EncryptionContext = {} }: Request): string =>
  JSON.stringify([KeyId, Object.entries(EncryptionContext).sort()]);

/** Encrypt and Decrypt with any key name, bound to the key and the encryption context as in KMS. Nothing is secret. */
export async function startKmsStandIn(): Promise<KmsStandIn> {
  const calls: KmsCall[] = [];
  const faults: KmsFault[] = [];

  const answer = (target: string, request: Request): readonly [status: number, body: unknown] => {
    if (target === 'TrentService.Encrypt') {
      const sealed = JSON.stringify([boundTo(request), request.Plaintext]);
      return [200, { CiphertextBlob: Buffer.from(sealed).toString('base64') }];
    }
    const [bound, Plaintext] = JSON.parse(Buffer.from(request.CiphertextBlob ?? '', 'base64').toString());
    if (bound === boundTo(request)) return [200, { Plaintext }];
    return [400, { __type: 'InvalidCiphertextException' }];
  };

  const server = createServer(async (incoming, response) => {
    let text = '';
    for await (const chunk of incoming) text += chunk;
    const target = String(incoming.headers['x-amz-target']);
    const body = JSON.parse(text);
    calls.push({ target, headers: incoming.headers, body });
    const fault = faults.shift();
    if (fault) fault(response);
    else json(response, ...answer(target, body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    keyId: KEY_ID,
    calls,
    faults,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
