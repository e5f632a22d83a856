import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { RuleFindings } from '../../support/rule-findings.ts';

const PRINT = fileURLToPath(new URL('../../support/rule-findings.ts', import.meta.url));
const DEPLOYED = ['dev', 'staging', 'prod'];

let findings: Record<string, RuleFindings>;
const of = (name: string): RuleFindings => findings[name] ?? { open: [], acknowledged: [], stale: [] };

beforeAll(async () => {
  // A process of its own ends with the memory of three synthesized apps.
  const { stdout } = await promisify(execFile)(process.execPath, [PRINT], {
    env: { PATH: process.env.PATH },
    maxBuffer: 64 * 1024 * 1024,
  });
  findings = JSON.parse(stdout);
});

describe("AWS's rule packs AwsSolutions and Serverless", () => {
  it.each(DEPLOYED)('find nothing in %s that is not acknowledged, warnings included', (name) => {
    expect(of(name).acknowledged.length).toBeGreaterThan(0);
    expect(of(name).open).toEqual([]);
  });

  it.each(DEPLOYED)('have a finding in %s for everything that is acknowledged', (name) => {
    expect(of(name).stale).toEqual([]);
  });
});
