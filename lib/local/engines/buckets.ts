import type { AddressInfo } from 'node:net';
import { LocalSetupError } from '../local-setup-error.ts';
import { type BucketStore, loadFauxqsBuckets, type StoredBucketObject } from './fauxqs.ts';

/** An object that was just written. */
export interface CreatedObject {
  readonly bucket: string;
  readonly key: string;
  readonly size: number;
  /** ETag without quotes. */
  readonly etag: string;
}

/** Local S3. */
export interface BucketEngine {
  /** http://127.0.0.1:PORT for functions and the command line; buckets are in the path. */
  readonly endpoint: string;
  /** Creates missing buckets. */
  ensure(buckets: readonly string[]): void;
  /** Undefined if the object does not exist. */
  find(bucket: string, key: string): StoredBucketObject | undefined;
  put(bucket: string, key: string, body: Buffer, contentType: string): StoredBucketObject;
  stop(): Promise<void>;
}

/**
 * Starts an embedded S3 on a free loopback port.
 * @param dataDir stores objects across restarts; absent = in memory.
 * @param onCreated is called after each write of an object.
 * @throws LocalSetupError if the folder is not usable.
 */
export async function startBuckets(
  dataDir: string | undefined,
  onCreated: (object: CreatedObject) => void,
): Promise<BucketEngine> {
  const fauxqs = await loadFauxqsBuckets();
  const store = new fauxqs.S3Store();
  if (dataDir !== undefined) {
    try {
      const persistence = new fauxqs.FileS3Persistence(dataDir);
      persistence.loadS3(store);
      store.persistence = persistence;
    } catch (error) {
      throw new LocalSetupError(
        `The objects in ${dataDir} cannot be used: ${Object(error).message}. Remove it and start again.`,
      );
    }
  }
  store.spy = {
    addMessage: ({ bucket, key, status }) => {
      if (status !== 'uploaded') return;
      const { contentLength, etag } = store.headObject(bucket, key);
      onCreated({ bucket, key, size: contentLength, etag: etag.replaceAll('"', '') });
    },
  };
  const find = (bucket: string, key: string) => {
    try {
      return store.getObject(bucket, key);
    } catch (error) {
      if (Object(error).statusCode === 404) return undefined;
      throw error;
    }
  };
  const app = fauxqs.buildApp({ logger: false, stores: { s3Store: store } });
  app.addHook('preHandler', (request, reply, done) => {
    const status = unmetCondition(store, request);
    if (status === undefined) done();
    else reply.code(status).send();
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    ensure: (buckets) => {
      for (const bucket of buckets) store.createBucket(bucket);
    },
    find,
    put: (bucket, key, body, contentType) => store.putObject(bucket, key, body, contentType),
    stop: async () => {
      app.server.closeAllConnections();
      await app.close();
    },
  };
}

interface ObjectRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly params: unknown;
  readonly query: unknown;
}

/** The status of a write whose condition is not met. The engine checks conditions only for reads. */
function unmetCondition(store: BucketStore, { method, headers, params, query }: ObjectRequest) {
  const { 'if-match': match, 'if-none-match': none } = headers;
  const isPart = Object.hasOwn(Object(query), 'partNumber');
  if ((method !== 'PUT' && method !== 'POST') || isPart) return undefined;
  const { bucket, '*': key = '' } = params as { readonly bucket: string; readonly '*'?: string };
  const etag = etagOf(store, bucket, key);
  if (none === '*' && etag !== undefined) return 412;
  if (match === undefined || match === etag) return undefined;
  return etag === undefined ? 404 : 412;
}

function etagOf(store: BucketStore, bucket: string, key: string): string | undefined {
  try {
    return store.headObject(bucket, key).etag;
  } catch {
    return undefined;
  }
}
