import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface S3Call {
  readonly method: string;
  /** Bucket and key, not escaped. */
  readonly path: string;
}

/** In place of an answer; undefined where S3 answers as it should. */
type S3Fault = 'fails' | 'refuses' | 'breaks off' | 'does it and breaks off' | undefined;

export interface S3StandIn {
  readonly endpoint: string;
  readonly calls: S3Call[];
  /** What happens to the next calls, in their order. */
  readonly faults: S3Fault[];
  /** Puts an object there under any key, also one that no URL can name. */
  put(bucket: string, key: string): void;
  /** All keys of a bucket. */
  keys(bucket: string): string[];
  stop(): Promise<void>;
}

interface Stored {
  readonly bytes: Buffer;
  readonly etag: string;
}

const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Objects in memory, with ranges, conditions and faults, by the paths that S3 takes where the bucket is in them. */
export async function startS3StandIn(): Promise<S3StandIn> {
  const objects = new Map<string, Stored>();
  const calls: S3Call[] = [];
  const faults: S3Fault[] = [];

  const answer = (request: IncomingMessage, path: string, body: Buffer): Answer => {
    const { headers, method } = request;
    const hash = headers['x-amz-content-sha256'];
    const signed = /SignedHeaders=[^,]*host[^,]*x-amz-content-sha256/.test(headers.authorization ?? '');
    if (!signed || (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body))) return { status: 403 };
    const there = objects.get(path);
    if (!meets(headers, there)) return { status: there === undefined ? 404 : 412 };
    // S3 takes no body whose length it is not told.
    if (method === 'PUT' && headers['content-length'] === undefined) return { status: 411 };
    if (method === 'PUT') {
      const etag = `"${createHash('md5').update(body).digest('hex')}"`;
      objects.set(path, { bytes: body, etag });
      return { status: 200, etag };
    }
    if (method === 'DELETE') {
      objects.delete(path);
      return { status: 204 };
    }
    if (there === undefined) return { status: 404 };
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? [];
    if (from === undefined) return { status: 200, ...there };
    if (Number(from) >= there.bytes.length) return { status: 416 };
    return { status: 206, etag: there.etag, bytes: there.bytes.subarray(Number(from), Number(to) + 1) };
  };

  /** Two keys a page, escaped as S3 escapes them. */
  const listing = (bucket: string, asked: URLSearchParams): Answer => {
    const prefix = `${bucket}${asked.get('prefix')}`;
    // By key, so that deletions meanwhile move nothing.
    const after = bucket + decodeURIComponent(asked.get('continuation-token') ?? '');
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const escaped = keys.slice(0, 2).map((key) => encodeURIComponent(key.slice(bucket.length)));
    const contents = escaped.map((key) => `<Key>${key.replaceAll('%20', '+')}</Key>`);
    const next = keys.length > 2 ? `<NextContinuationToken>${escaped.at(-1)}</NextContinuationToken>` : '';
    return {
      status: 200,
      bytes: Buffer.from(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`),
    };
  };

  /** Of one key, which is in the body; S3 takes none without a hash of it. Keys with "kept" it does not delete. */
  const deletion = ({ headers }: IncomingMessage, bucket: string, body: Buffer): Answer => {
    if (headers['content-md5'] !== createHash('md5').update(body).digest('base64')) return { status: 400 };
    const [, escaped = ''] = /<Delete><Object><Key>([^<]*)<\/Key>/.exec(body.toString()) ?? [];
    const key = escaped.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
    const isKept = key.includes('kept');
    if (!isKept) objects.delete(`${bucket}${key}`);
    const error = isKept ? '<Error><Code>AccessDenied</Code></Error>' : '';
    return { status: 200, bytes: Buffer.from(`<DeleteResult>${error}</DeleteResult>`) };
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [path = '', query = ''] = (request.url ?? '').split('?').map(decodeURIComponent);
      calls.push({ method: request.method ?? '', path });
      const fault = faults.shift();
      if (fault === 'fails') return send(response, { status: 503 });
      if (fault === 'refuses') return send(response, { status: 403 });
      if (fault === 'breaks off') return request.socket.destroy();
      const body = Buffer.concat(chunks);
      const answered = query.includes('list-type=2')
        ? listing(path, new URL(request.url ?? '', 'http://s3').searchParams)
        : request.method === 'POST' && query === 'delete'
          ? deletion(request, path, body)
          : answer(request, path, body);
      if (fault !== undefined) return request.socket.destroy();
      return send(response, answered);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    faults,
    put: (bucket, key) => {
      objects.set(`/${bucket}/${key}`, { bytes: Buffer.from(key), etag: '"planted"' });
    },
    keys: (bucket) =>
      [...objects.keys()]
        .filter((path) => path.startsWith(`/${bucket}/`))
        .map((path) => path.slice(bucket.length + 2)),
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

interface Answer {
  readonly status: number;
  readonly etag?: string;
  readonly bytes?: Buffer;
}

function send(response: ServerResponse, { status, etag, bytes }: Answer): void {
  response.writeHead(status, { ...(etag === undefined ? {} : { etag }) });
  response.end(bytes);
}

function meets(headers: IncomingMessage['headers'], there: Stored | undefined): boolean {
  const { 'if-match': match, 'if-none-match': none } = headers;
  if (none === '*' && there !== undefined) return false;
  return match === undefined || match === there?.etag;
}
