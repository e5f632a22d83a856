import { createProbeHandler } from '../../shared/operations/probe/probe-handler.ts';
import { runProbe } from '../../shared/operations/probe/run-probe.ts';
import { createSystemsManager, readSecret } from '../../shared/platform/aws/systems-manager-secret.ts';
import { readEnv, text } from '../../shared/platform/env/read-env.ts';
import { withRequestId } from '../../shared/platform/logging/log.ts';

const env = readEnv({
  /** Name of the Systems Manager parameter of the probe's settings. The parameter may be missing. */
  PROBE_PARAMETER: text(),
});
const systemsManager = createSystemsManager();
const now = () => new Date();

/** Scheduled, and called by API Gateway: a probe of the public API, and the receiver of its webhook. */
export const handler = withRequestId(
  createProbeHandler({
    readParameter: () => readSecret(systemsManager, env.PROBE_PARAMETER),
    run: (settings) => runProbe(settings, now),
    now,
  }),
);
