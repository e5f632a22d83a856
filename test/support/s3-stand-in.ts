import { createHash } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { crc32 } from 'node:zlib';

export interface S3Call {
  readonly method: string;
  /** Bucket and key, not escaped. */
  readonly path: string;
}

/** Replaces a response; undefined for the regular response. */
type S3Fault = 'fails' | 'rejects' | 'breaks off' | 'does it and breaks off' | undefined;

export interface S3StandIn {
  readonly endpoint: string;
  readonly calls: S3Call[];
  /** Faults of the next calls, in order. */
  readonly faults: S3Fault[];
  /** Stores an object with any key, also one that no URL can contain. */
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

/** Objects in memory, with ranges, conditions and faults. Uses path-style addresses. */
export async function startS3StandIn(): Promise<S3StandIn> {
  const objects = new Map<string, Stored>();
  /** Parts of incomplete multipart uploads, by upload ID. */
  const uploads = new Map<string, Map<number, Buffer>>();
  const calls: S3Call[] = [];
  const faults: S3Fault[] = [];

  const answer = (request: IncomingMessage, path: string, query: URLSearchParams, body: Buffer): Answer => {
    const { headers, method } = request;
    const hash = headers['x-amz-content-sha256'];
    const signed = /SignedHeaders=[^,]*host[^,]*x-amz-content-sha256/.test(headers.authorization ?? '');
    if (!signed || hash !== sha256(body)) return { status: 403 };
    if (query.has('uploads') || query.has('uploadId')) return multipart(request, path, query, body);
    const there = objects.get(path);
    if (!meets(headers, there)) return { status: there === undefined ? 404 : 412 };
    // S3 rejects a body without a known length.
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

  /** A multipart upload; its condition is checked at completion. */
  const multipart = (
    { method, headers }: IncomingMessage,
    path: string,
    query: URLSearchParams,
    body: Buffer,
  ): Answer => {
    if (query.has('uploads')) {
      const id = `upload-${uploads.size + 1}`;
      uploads.set(id, new Map());
      return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
    }
    const id = query.get('uploadId') ?? '';
    const parts = uploads.get(id);
    if (parts === undefined) return { status: 404 };
    if (method === 'PUT') {
      parts.set(Number(query.get('partNumber')), body);
      return { status: 200, etag: `"${sha256(body)}"` };
    }
    if (method === 'POST') {
      const there = objects.get(path);
      if (!meets(headers, there)) return { status: there === undefined ? 404 : 412 };
      const bytes = Buffer.concat([...parts].sort(([a], [b]) => a - b).map(([, part]) => part));
      const etag = `"${createHash('md5').update(bytes).digest('hex')}-${parts.size}"`;
      objects.set(path, { bytes, etag });
      uploads.delete(id);
      return xml(`<CompleteMultipartUploadResult><ETag>${etag}</ETag></CompleteMultipartUploadResult>`);
    }
    uploads.delete(id);
    return { status: 204 };
  };

  /** Two keys per page, escaped as in S3. */
  const listing = (bucket: string, asked: URLSearchParams): Answer => {
    const prefix = `${bucket}${asked.get('prefix')}`;
    // Pages start at a key, so that deletions between pages skip nothing.
    const after = bucket + decodeURIComponent(asked.get('continuation-token') ?? '');
    const keys = [...objects.keys()].filter((key) => key.startsWith(prefix) && key > after).sort();
    const escaped = keys.slice(0, 2).map((key) => encodeURIComponent(key.slice(bucket.length)));
    const contents = escaped.map((key) => `<Contents><Key>${key.replaceAll('%20', '+')}</Key></Contents>`);
    const next = keys.length > 2 ? `<NextContinuationToken>${escaped.at(-1)}</NextContinuationToken>` : '';
    return xml(`<ListBucketResult>${contents.join('')}${next}</ListBucketResult>`);
  };

  /** Deletes the one key in the body; as in S3, a checksum is required. Keys that contain "kept" are not deleted. */
  const deletion = ({ headers }: IncomingMessage, bucket: string, body: Buffer): Answer => {
    const checksum = Buffer.alloc(4);
    checksum.writeUInt32BE(crc32(body));
    if (headers['x-amz-checksum-crc32'] !== checksum.toString('base64')) return { status: 400 };
    const [, escaped = ''] = /<Object><Key>([^<]*)<\/Key>/.exec(body.toString()) ?? [];
    const key = unescaped(escaped);
    const isKept = key.includes('kept');
    if (!isKept) objects.delete(`${bucket}${key}`);
    const error = isKept ? '<Error><Code>AccessDenied</Code></Error>' : '';
    return xml(`<DeleteResult>${error}</DeleteResult>`);
  };

  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [path = '', rawQuery = ''] = (request.url ?? '').split('?');
      const [place, query] = [decodeURIComponent(path), new URLSearchParams(rawQuery)];
      // A path with only the bucket can end with a slash.
      const bucket = place.replace(/\/?$/, '/');
      calls.push({ method: request.method ?? '', path: place });
      const fault = faults.shift();
      if (fault === 'fails') return send(response, { status: 503 });
      if (fault === 'rejects') return send(response, { status: 403 });
      if (fault === 'breaks off') return request.socket.destroy();
      const body = Buffer.concat(chunks);
      const answered = query.has('list-type')
        ? listing(bucket, query)
        : query.has('delete')
          ? deletion(request, bucket, body)
          : answer(request, place, query, body);
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

const xml = (document: string): Answer => ({ status: 200, bytes: Buffer.from(document) });

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const unescaped = (text: string): string =>
  text.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (_, hex, decimal, name) => {
    if (name !== undefined) return ENTITIES[name] ?? '';
    return String.fromCodePoint(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16));
  });

function send(response: ServerResponse, { status, etag, bytes }: Answer): void {
  response.writeHead(status, { ...(etag === undefined ? {} : { etag }) });
  response.end(bytes);
}

function meets(headers: IncomingMessage['headers'], there: Stored | undefined): boolean {
  const { 'if-match': match, 'if-none-match': none } = headers;
  if (none === '*' && there !== undefined) return false;
  return match === undefined || match === there?.etag;
}
