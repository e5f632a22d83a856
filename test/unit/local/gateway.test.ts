import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { readAuthorizerAnswer } from '../../../lib/local/gateway/authorizer-answer.ts';
import { createTokenBucket } from '../../../lib/local/gateway/token-bucket.ts';
import { createLambdaFunction } from '../../../lib/local/lambda/lambda-function.ts';

describe('the answer of an authorizer', () => {
  const ARN = 'arn:aws:execute-api:us-east-1:000000000000:api1/local/GET/things/1';
  const statement = (Effect: string, Resource: unknown = ARN) => ({
    Action: 'execute-api:Invoke',
    Effect,
    Resource,
  });

  it.each<[string, unknown[]]>([
    ['allow', [statement('Allow')]],
    ['allow', [statement('Allow', 'arn:aws:execute-api:*/GET/*')]],
    ['deny', []],
    ['deny', [statement('Deny')]],
    ['deny', [statement('Allow'), statement('Deny', '*')]],
    ['deny', [statement('Allow', ARN.replace('GET', 'PUT'))]],
    ['deny', [statement('Allow', ARN.slice(0, -1))]],
    ['deny', [statement('Allow', `${ARN}/more`)]],
    ['deny', [{ ...statement('Allow'), Action: 's3:GetObject' }]],
    ['unreadable', [{ ...statement('Allow'), Condition: { IpAddress: {} } }]],
    ['unreadable', [statement('allow')]],
  ])('means "%s" with the statements %j', (decision, Statement) => {
    const policyDocument = { Version: '2012-10-17', Statement };
    expect(readAuthorizerAnswer({ principalId: 'p', policyDocument }, ARN)).toMatchObject({ decision });
  });
});

describe('a token bucket', () => {
  it('allows its burst at once and its rate afterwards, never more than burst + rate x time', () => {
    const steps = fc.array(fc.record({ waitMs: fc.nat(5_000), calls: fc.nat(30) }), { maxLength: 60 });
    fc.assert(
      fc.property(
        steps,
        fc.integer({ min: 1, max: 50 }),
        fc.integer({ min: 1, max: 40 }),
        (all, burst, rate) => {
          let time = 0;
          const bucket = createTokenBucket(rate, burst, () => time);
          const take = (calls: number) => Array.from({ length: calls }, bucket.take).filter(Boolean).length;
          let total = take(burst + 1);
          expect(total).toBe(burst);
          for (const { waitMs, calls } of all) {
            time += waitMs;
            total += take(calls);
            expect(total).toBeLessThanOrEqual(burst + (rate * time) / 1000 + 1e-6);
          }
          time += (burst / rate) * 1000 + 1;
          expect(take(burst + 1)).toBe(burst);
        },
      ),
    );
  });
});

describe('the time-out of a function', () => {
  it.each(['await new Promise((resolve) => setInterval(() => {}, 1000))', 'for (;;)'])(
    'ends a handler that does not return, and runs the next event in another worker: %s',
    async (forever) => {
      const bundleDir = mkdtempSync(join(tmpdir(), 'freight-lambda-'));
      const source = `export const handler = async (event) => { if (event.forever) ${forever}; return 'well'; };`;
      writeFileSync(join(bundleDir, 'index.mjs'), source);
      const lambda = createLambdaFunction({
        ...{ name: 'tested', bundleDir, environment: {}, memoryMb: 128, timeoutSeconds: 1 },
        ...{ maxConcurrency: 1, clock: new SharedArrayBuffer(8), onLog: () => {} },
      });

      expect(await lambda.invoke({ forever: true })).toEqual({ outcome: 'timed-out' });
      expect(await lambda.invoke({})).toEqual({ outcome: 'returned', payload: 'well' });

      await lambda.close();
      rmSync(bundleDir, { recursive: true });
    },
  );
});
