/**
 * Lambda gives a function a whole core from 1,769 MB (docs.aws.amazon.com/lambda/latest/dg/configuration-memory.html),
 * and the functions of a call have 512 MB or more.
 */
const CORES_OF_512_MB = 512 / 1_769;

/**
 * Milliseconds on a whole core of a machine with two, from the benches of this project. A test compares the first, third
 * and fourth with `test/bench/capacity/measured.json` (`npm run bench -- capacity`); the second is the CPU time of
 * `npm run bench -- bundle`.
 */
export const MEASURED_MS = {
  /** The authorizer, for a key and an organization that it has cached. */
  authorizer: 1,
  /** From the start of a process until the authorizer is ready. */
  authorizerStart: 72,
  /** The authorizer, for a key and an organization that it looks up. */
  authorizerFirstCall: 6,
  /** All other functions of one call of the default load, the functions of its event and its webhook included. */
  functionsOfCall: 19,
} as const;

/** Lambda fetches the code and starts an execution environment in about this time: an estimate. */
const ENVIRONMENT_START_MS = 200;

const onLambda = (ms: number): number => ms / 1_000 / CORES_OF_512_MB;

/** Seconds on Lambda. They are estimates: only a deployment shows the real ones (`time-and-memory` in the runbook). */
export const CALL_SECONDS = {
  authorizer: onLambda(MEASURED_MS.authorizer),
  /** Concurrency includes the start of an environment. */
  authorizerFromCold:
    ENVIRONMENT_START_MS / 1_000 + onLambda(MEASURED_MS.authorizerStart + MEASURED_MS.authorizerFirstCall),
  functions: onLambda(MEASURED_MS.functionsOfCall),
} as const;
