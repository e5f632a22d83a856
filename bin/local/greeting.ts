import type { LocalHost } from '../../lib/local/host/host.ts';
import { spanText } from '../freight/session/clock-text.ts';

type Greeted = Pick<LocalHost, 'url' | 'clock' | 'openSearchEndpoint'>;

/** What a start that went well says: the address, a key, calls to copy, and the time where it is not this machine's. */
export const greeting = ({ url, clock, openSearchEndpoint }: Greeted, key: string, seconds: string) => `
Freight rates and quotes runs on ${url} (ready after ${seconds} s)
${openSearchEndpoint === undefined ? '' : `Terminals are searched on OpenSearch, on ${openSearchEndpoint}\n`}
  KEY=${key}

  curl -s -H "x-api-key: $KEY" '${url}/api/v1/terminals/search?query=port+elizabeth'

  curl -s -H "x-api-key: $KEY" ${url}/api/v1/rates -d '[{
    "originTerminal": "APM Elizabeth Terminal",
    "destinationCity": "Chicago", "destinationState": "IL", "destinationZip": "60632"
  }]'

That is a test key of the organization "Demo". More: npm run -s freight -- --help. Ctrl-C stops.
${clock.aheadMs() === 0 ? '' : clockLine(clock)}`;

const clockLine = ({ now, aheadMs }: LocalHost['clock']) =>
  `Its clock is ${spanText(aheadMs())} ahead, at ${now().toISOString()}: npm run -s freight -- clock reset sets it right.\n`;
