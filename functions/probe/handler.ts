import { createSystemsManager, readSecret } from '../../shared/platform/aws/systems-manager-secret.ts';
import { withRequestId } from '../../shared/platform/logging/log-context.ts';
import { readEnv } from './env.ts';
import { createProbeHandler } from './probe-handler.ts';
import { runProbe } from './run-probe.ts';

const { PROBE_PARAMETER } = readEnv();
const systemsManager = createSystemsManager();
const now = () => new Date();

/** Scheduled, and called by API Gateway: a probe of the public API, and the receiver of its webhook. */
export const handler = withRequestId(
  createProbeHandler({
    readParameter: () => readSecret(systemsManager, PROBE_PARAMETER),
    run: (settings) => runProbe(settings, now),
    now,
  }),
);
