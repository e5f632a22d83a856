import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
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
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const json = (response: ServerResponse, status: number, body: unknown): void => {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
};

/** A fault with an error type of KMS. */
export const kmsRejection =
  (status: number, __type: string): KmsFault =>
  (response) =>
    json(response, status, { __type, message: 'a message of the key' });

const boundTo = ({ KeyId, EncryptionContext = {} }: Request): Buffer =>
  Buffer.from(JSON.stringify([KeyId, Object.entries(EncryptionContext).sort()]));

/** Encrypt and Decrypt with any key name, bound to the key and the encryption context as in KMS. */
export async function startKmsStandIn(): Promise<KmsStandIn> {
  const key = randomBytes(32);
  const calls: KmsCall[] = [];
  const faults: KmsFault[] = [];

  const encrypt = (request: Request) => {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(boundTo(request));
    const text = [cipher.update(Buffer.from(request.Plaintext ?? '', 'base64')), cipher.final()];
    return Buffer.concat([nonce, ...text, cipher.getAuthTag()]).toString('base64');
  };
  const decrypt = (request: Request) => {
    const blob = Buffer.from(request.CiphertextBlob ?? '', 'base64');
    const decipher = createDecipheriv('aes-256-gcm', key, blob.subarray(0, NONCE_BYTES))
      .setAAD(boundTo(request))
      .setAuthTag(blob.subarray(-TAG_BYTES));
    const text = decipher.update(blob.subarray(NONCE_BYTES, -TAG_BYTES));
    return Buffer.concat([text, decipher.final()]).toString('base64');
  };

  const answer = (target: string, request: Request): readonly [status: number, body: unknown] => {
    if (target === 'TrentService.Encrypt') return [200, { CiphertextBlob: encrypt(request) }];
    try {
      return [200, { Plaintext: decrypt(request) }];
    } catch {
      return [400, { __type: 'InvalidCiphertextException' }];
    }
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
