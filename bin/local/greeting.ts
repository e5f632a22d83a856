/** What a start that went well says: the address, a key, and calls to copy. */
export const greeting = (url: string, key: string, seconds: string) => `
Freight rates and quotes runs on ${url} (ready after ${seconds} s)

  KEY=${key}

  curl -s -H "x-api-key: $KEY" '${url}/api/v1/terminals/search?query=port+elizabeth'

  curl -s -H "x-api-key: $KEY" ${url}/api/v1/rates -d '[{
    "originTerminal": "APM Elizabeth Terminal",
    "destinationCity": "Chicago", "destinationState": "IL", "destinationZip": "60632"
  }]'

That is a test key of the organization "Demo". More: npm run -s freight -- --help. Ctrl-C stops.
`;
