import { expect, it } from '@jest/globals';
import { readable } from '../../../bin/local/service-log.ts';

it.each([
  [
    {
      requestId: 'r',
      method: 'POST',
      resource: '/api/v1/quotes',
      status: '200',
      latency: '41',
      orgId: 'org_1',
      errorType: '-',
    },
    'POST /api/v1/quotes 200 41 ms orgId=org_1',
  ],
  [
    {
      timestamp: 't',
      level: 'info',
      code: 'DELIVERIES_ATTEMPTED',
      message: 'A run attempted.',
      _aws: {},
      errors: { dns: 1 },
    },
    'DELIVERIES_ATTEMPTED A run attempted. errors={"dns":1}',
  ],
])('a line of the log in a form for people: %j', (line, expected) => {
  expect(readable(JSON.stringify(line))).toBe(expected);
});

it.each(['plain text', '12', '{"other":1}', 'null', ''])('a line of another form stays: %j', (line) => {
  expect(readable(line)).toBe(line);
});
