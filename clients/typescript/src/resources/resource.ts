import type { KeyedCallOptions } from '../transport/options.ts';
import type { Transport } from '../transport/transport.ts';

/** Operations of the API on one kind of object. */
export abstract class Resource {
  protected readonly transport: Transport;

  constructor(transport: Transport) {
    this.transport = transport;
  }
}

/** The caller's key, or a new one. @throws TypeError for a key that the service would reject */
export function idempotencyKeyOf({ idempotencyKey = crypto.randomUUID() }: KeyedCallOptions = {}): string {
  if (!/^[\x21-\x7e]{1,255}$/.test(idempotencyKey))
    throw new TypeError('idempotencyKey must have 1 to 255 visible ASCII characters.');
  return idempotencyKey;
}
