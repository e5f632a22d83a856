import type { AddressInfo } from 'node:net';
import { LocalSetupError } from '../local-setup-error.ts';
import { loadFauxqs, type StoredObject } from './fauxqs.ts';

/** Local S3. */
export interface BucketEngine {
  /** http://127.0.0.1:PORT for functions and the command line; buckets are in the path. */
  readonly endpoint: string;
  /** Creates missing buckets. */
  ensure(buckets: readonly string[]): void;
  /** Undefined if the object does not exist. */
  find(bucket: string, key: string): StoredObject | undefined;
  put(bucket: string, key: string, body: Buffer, contentType: string): StoredObject;
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
  onCreated: (bucket: string, key: string, object: StoredObject) => void,
): Promise<BucketEngine> {
  const fauxqs = await loadFauxqs();
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
  const find = (bucket: string, key: string) => {
    try {
      return store.getObject(bucket, key);
    } catch (error) {
      if (Object(error).statusCode === 404) return undefined;
      throw error;
    }
  };
  store.spy = {
    addMessage: ({ bucket, key, status }) => {
      if (status === 'uploaded') onCreated(bucket, key, store.getObject(bucket, key));
    },
  };
  const app = fauxqs.buildApp({ logger: false, stores: { s3Store: store } });
  // The engine checks conditions only for reads.
  app.addHook('preHandler', ({ method, headers, params, query }, reply, done) => {
    const { 'if-match': match, 'if-none-match': none } = headers;
    const isPart = Object.hasOwn(Object(query), 'partNumber');
    if ((method !== 'PUT' && method !== 'POST') || isPart || (match ?? none) === undefined) return done();
    const { bucket, '*': key } = params as { readonly bucket: string; readonly '*': string };
    const etag = find(bucket, key)?.etag;
    if (none === '*' && etag !== undefined) reply.code(412).send();
    else if (match === undefined || match === etag) done();
    else reply.code(etag === undefined ? 404 : 412).send();
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
