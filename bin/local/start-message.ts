import type { LocalHost } from '../../lib/local/host/host.ts';
import type { DemoOrganization } from '../../shared/accounts/provisioning/provision-demo.ts';

type RunningHost = Pick<LocalHost, 'url' | 'clock' | 'openSearchEndpoint'>;

/** Message after the start: URL, console, documentation, log, API key and its organization, example calls, and the clock if it was moved. */
export const startMessage = (
  { url, clock, openSearchEndpoint }: RunningHost,
  { apiKey, orgId }: DemoOrganization,
  logFile: string,
  seconds: string,
) => `
Freight rates and quotes is running at ${url} (ready after ${seconds} s)
Console: ${url}/console/
Documentation and API reference: ${url}/docs/
Log: ${logFile}
${openSearchEndpoint === undefined ? '' : `Terminal search uses OpenSearch at ${openSearchEndpoint}\n`}
  KEY=${apiKey}
  ORG=${orgId}

  curl -s -H "x-api-key: $KEY" '${url}/api/v1/terminals/search?query=port+elizabeth'

  curl -s -H "x-api-key: $KEY" ${url}/api/v1/rates -d '[{
    "originTerminal": "APM Elizabeth Terminal",
    "destinationCity": "Chicago", "destinationState": "IL", "destinationZip": "60632"
  }]'

KEY is a test key of the organization ORG, "Demo". All commands: npm run -s freight -- --help. Ctrl-C stops the service.
${clock.aheadMs() === 0 ? '' : clockLine(clock)}`;

const clockLine = ({ now, aheadMs }: LocalHost['clock']) =>
  `The clock of the service is ${spanText(aheadMs())} ahead, at ${now().toISOString()}. Reset it: npm run -s freight -- clock reset\n`;

/** A duration as text such as "8d 12h", truncated to minutes. */
function spanText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  const parts = { d: Math.floor(minutes / 1_440), h: Math.floor(minutes / 60) % 24, m: minutes % 60 };
  const named = Object.entries(parts).filter(([, count]) => count > 0);
  return named.map(([unit, count]) => `${count}${unit}`).join(' ') || 'less than 1m';
}
