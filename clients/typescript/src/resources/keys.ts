import type {
  ApiKey,
  AuditLogEntry,
  CreateKeyBody,
  CreateKeyResponse,
  CursorPagination,
  DeleteKeyResponse,
  ReadAuditLogQuery,
  RotateKeyBody,
  RotateKeyResponse,
} from '../api/api-types.ts';
import type { List } from '../lists/list.ts';
import type { CallOptions, KeyedCallOptions } from '../transport/options.ts';
import type { Result } from '../transport/result.ts';
import { Resource } from './resource.ts';

/** API keys of the organization, in the mode of the key of the client. Calls need the scope admin. */
export class Keys extends Resource {
  /**
   * Creates an API key. The service returns `apiKey` only once: it is absent if the client lost the first response and a
   * retry returned the repeated one. In this case, delete the key and create another one.
   */
  create(key: CreateKeyBody, options?: KeyedCallOptions): Result<CreateKeyResponse['data']> {
    return this.memberOf('POST /api/v1/keys', 'data', { body: key, isKeyed: true }, options);
  }

  /** Lists the keys without their secrets, oldest first. The service returns them in one page. */
  list(options?: CallOptions): List<ApiKey> {
    return this.listInOnePage('GET /api/v1/keys', options);
  }

  /** Replaces a key, which stops working after the overlap. As for `create`, `apiKey` is returned only once. */
  rotate(
    keyId: string,
    rotation: RotateKeyBody = {},
    options?: KeyedCallOptions,
  ): Result<RotateKeyResponse['data']> {
    const call = { ids: [keyId], body: rotation, isKeyed: true } as const;
    return this.memberOf('POST /api/v1/keys/{key_id}/rotate', 'data', call, options);
  }

  /** Deletes a key. After a retry, a 404 can mean that an earlier attempt deleted it. */
  delete(keyId: string, options?: CallOptions): Result<DeleteKeyResponse['data']> {
    return this.memberOf('DELETE /api/v1/keys/{key_id}', 'data', { ids: [keyId] }, options);
  }
}

/** Changes to keys, webhooks, the pricing strategy and the organization. Calls need the scope admin. */
export class AuditLog extends Resource {
  /** Lists the changes, newest first. */
  list(query: ReadAuditLogQuery = {}, options?: CallOptions): List<AuditLogEntry, CursorPagination> {
    return this.listByCursor('GET /api/v1/audit-log', 'data', 'id', { query }, options);
  }
}
