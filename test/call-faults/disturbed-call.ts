import type { Answer } from '../support/service-under-test.ts';
import type { CanonicalState } from './canonical-state.ts';
import type { Fault } from './fault-kinds.ts';
import type { OperationScenario, Tenant } from './operation-scenarios.ts';

/** An answer, or why there is none that the description of the API allows. */
export type Result = { readonly answer: Answer } | { readonly fault: string };

/** Organizations that are not disturbed: with no call, one call (twice, to compare them) and a repeated call. */
export interface References {
  readonly untouched: Tenant;
  readonly once: readonly [Tenant, Tenant];
  readonly twice: Tenant;
}

/** A call in progress. */
export interface Case {
  readonly scenario: OperationScenario;
  readonly faults: readonly Fault[];
  tenant: Tenant;
  struck: readonly Fault[];
  /** Sites of the disturbed call. */
  sites: readonly string[];
  first: Result;
  retry: Result;
}

/** State of an organization by its id. */
export type States = (tenant: Tenant) => CanonicalState;
