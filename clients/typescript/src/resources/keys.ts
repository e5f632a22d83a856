import type {
  ApiKey,
  CreateKeyBody,
  CreateKeyResponse,
  DeleteKeyResponse,
  ListKeysResponse,
  RotateKeyBody,
  RotateKeyResponse,
} from '../api/api-types.ts';
import { List, readPages } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import { path } from '../transport/path.ts';
import { type Result, resultOf } from '../transport/result.ts';
import { idempotencyKeyOf, Resource } from './resource.ts';

/** API keys of the organization, in the mode of the key of the client. Calls need the scope admin. */
export class Keys extends Resource {
  /**
   * Creates an API key. The service returns `apiKey` only once: it is absent if the client lost the first response and a
   * retry returned the repeated one. In this case, delete the key and create another one.
   */
  create(key: CreateKeyBody, options?: KeyedCallOptions): Result<CreateKeyResponse['data']> {
    const request = {
      method: 'POST',
      path: '/api/v1/keys',
      body: key,
      idempotencyKey: idempotencyKeyOf(options),
    } as const;
    return resultOf(this.transport.send<CreateKeyResponse>(request, options), ({ data }) => data);
  }

  /** Lists the keys without their secrets, oldest first. The service returns them in one page. */
  list(options?: CallOptions): List<ApiKey> {
    const readPage = async () => {
      const request = { method: 'GET', path: '/api/v1/keys' } as const;
      const { data } = await this.transport.send<ListKeysResponse>(request, options);
      return { items: data.data, pagination: undefined };
    };
    return new List(
      () => readPages(readPage, () => undefined),
      ({ id }) => id,
    );
  }

  /** Replaces a key, which stops working after the overlap. As for `create`, `apiKey` is returned only once. */
  rotate(
    keyId: string,
    rotation: RotateKeyBody = {},
    options?: KeyedCallOptions,
  ): Result<RotateKeyResponse['data']> {
    const request = {
      method: 'POST',
      path: path`/api/v1/keys/${keyId}/rotate`,
      body: rotation,
      idempotencyKey: idempotencyKeyOf(options),
    } as const;
    return resultOf(this.transport.send<RotateKeyResponse>(request, options), ({ data }) => data);
  }

  /** Deletes a key. After a retry, a 404 can mean that an earlier attempt deleted it. */
  delete(keyId: string, options?: CallOptions): Result<DeleteKeyResponse['data']> {
    const request = { method: 'DELETE', path: path`/api/v1/keys/${keyId}` } as const;
    return resultOf(this.transport.send<DeleteKeyResponse>(request, options), ({ data }) => data);
  }
}
