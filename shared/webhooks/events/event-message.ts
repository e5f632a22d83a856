import type { EventName } from './event-names.ts';

/** What receivers get as the body of a webhook (interface specification, 6.2). */
export interface EventEnvelope {
  /** 1 to 64 of A-Z, a-z, 0-9, _ and -: it is signed with dots around it. */
  readonly id: string;
  readonly event: EventName;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly object: Readonly<Record<string, unknown>>;
  readonly livemode: boolean;
}

/** A message of the intake queue: an event, and whose it is. */
export interface EventMessage extends EventEnvelope {
  readonly orgId: string;
}
