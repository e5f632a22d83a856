import type { EventName } from './event-names.ts';

/** The body of a webhook request (interface specification, 6.2). */
export interface EventEnvelope {
  /** 1 to 64 of A-Z, a-z, 0-9, _ and -. */
  readonly id: string;
  readonly event: EventName;
  /** ISO 8601, UTC. */
  readonly created: string;
  readonly object: Readonly<Record<string, unknown>>;
  readonly livemode: boolean;
}

/** A message of the intake queue: an event and its organization. */
export interface EventMessage extends EventEnvelope {
  readonly orgId: string;
}
