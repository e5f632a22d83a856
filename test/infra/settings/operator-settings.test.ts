import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { environmentSettings, sized } from '../../../lib/settings/environments.ts';
import {
  operatorSettingsFile,
  parseOperatorSettings,
  readOperatorSettings,
} from '../../../lib/settings/operator-settings.ts';

const CERTIFICATE = 'arn:aws:acm:eu-west-1:123456789012:certificate/0a1b-2c';
const ZONE = { id: 'Z0123456789', name: 'example.com' };
const NAME = 'api.example.com';

const parse = (prod: object) => parseOperatorSettings(JSON.stringify({ prod }), 'settings.json').prod;
const faultOf = (json: string): string => {
  try {
    parseOperatorSettings(json, 'settings.json');
    return 'no fault';
  } catch (error) {
    return String((error as Error).message);
  }
};
const searchOf = (terminalSearch: object) => parse({ terminalSearch }).terminalSearch;

describe('operator settings', () => {
  it('are optional, and keep every field', () => {
    expect(parseOperatorSettings('{}', 'settings.json')).toEqual({ dev: {}, staging: {}, prod: {} });
    const settings = {
      account: '012345678901',
      region: 'eu-west-1',
      owner: 'Freight platform',
      costCenter: 'CC-4711',
      customDomain: { name: NAME, certificateArn: CERTIFICATE, hostedZone: ZONE, keepsApiGatewayUrl: true },
      alarmSubscribers: {
        page: ['https://events.example/x', 'on-call@example.com'],
        ticket: ['ops@example.com'],
      },
      runbookUrl: 'https://wiki.example/runbook',
      monthlyBudgetUsd: 12.5,
      allowedOrigins: ['https://app.example.com', 'http://localhost:5173'],
      plans: { standardOrganizations: 30, enterpriseRequestsPerMinute: 0 },
      provisionedExecutions: { authorizer: 50 },
      queueExecutions: { 'deliver-webhook': 100 },
      functionMemoryMb: { 'price-lanes': 1_024 },
      warmThroughput: { quotes: { readUnitsPerSecond: 12_000, writeUnitsPerSecond: 8_000 } },
      backups: { retentionDays: 35, lock: 'governance', copies: [], copiesWaived: true },
      deletionProtection: true,
      logRetentionDays: 90,
      release: 'canary',
      alarms: 'all',
      operationMetrics: true,
      probeMinutes: 1,
      tracing: false,
      webAcl: true,
      callsPerMinuteAndAddress: 60_000,
      mapService: 'embedded',
      chatReader: 'us.amazon.nova-lite-v1:0',
      webhookOwnership: 'challenge',
      webhookRates: { organization: 6_000, unproven: 20 },
    };
    expect(parse(settings)).toEqual(settings);
    expect(parse({ alarmSubscribers: { page: ['a@example.com'] } })).toEqual({
      alarmSubscribers: { page: ['a@example.com'], ticket: [] },
    });
  });

  it('describe a search domain by its nodes and what differs from its defaults', () => {
    const { terminalSearch } = sized('medium');
    const changes = { instanceType: 'r7g.large.search', zones: [0, 1, 3], volumeGb: 20 };
    expect(searchOf({ nodes: 3 })).toEqual(terminalSearch);
    expect(searchOf({ nodes: 3, ...changes })).toEqual({ ...Object(terminalSearch), ...changes });
    expect(searchOf({ nodes: 1 })).toEqual(environmentSettings('staging').terminalSearch);
  });

  it('set a size, and what differs from it', () => {
    expect(parse({ size: 'large' })).toEqual(sized('large'));
    const plans = { standardOrganizations: 1, enterpriseRequestsPerMinute: 2 };
    expect(parse({ size: 'medium', plans, terminalSearch: { nodes: 1 } })).toEqual({
      ...sized('medium'),
      plans,
      terminalSearch: sized('small').terminalSearch,
    });
    expect(parseOperatorSettings('{"dev": {"terminalSearch": "embedded"}}', 'settings.json').dev).toEqual({
      terminalSearch: 'embedded',
    });
  });

  const domain = (changes: object) => ({ customDomain: { name: NAME, hostedZone: ZONE, ...changes } });
  it.each<[object, string]>([
    [{ acount: '123456789012' }, 'acount: unknown field. Fields: size, plans, '],
    [{ account: 123456789012 }, 'account: 123456789012 is invalid. Give the 12 digits'],
    [{ owner: 'a#b' }, 'owner: "a#b" is invalid.'],
    [{ customDomain: { hostedZone: ZONE } }, 'customDomain.name: the field is missing.'],
    [
      domain({ name: 'API.example.com' }),
      'customDomain.name: "API.example.com" is invalid. Give a host name',
    ],
    [domain({ certificateArn: 'abc' }), 'customDomain.certificateArn: "abc" is invalid. Give the ARN'],
    [
      domain({ hostedZone: { ...ZONE, id: 'example.com' } }),
      'customDomain.hostedZone.id: "example.com" is invalid. Give the id of a hosted zone',
    ],
    [
      { region: 'eu-central-1', ...domain({ certificateArn: CERTIFICATE }) },
      'customDomain.certificateArn: the certificate is in another region',
    ],
    [
      { alarmSubscribers: { page: ['a@example.com', 'a@example.com'] } },
      'alarmSubscribers.page: a value is listed twice.',
    ],
    [{ size: 'huge' }, 'size: "huge" is invalid. Give one of small, medium, large.'],
    [
      { functionMemoryMb: { 'price-lane': 512 } },
      'functionMemoryMb.price-lane: "price-lane" is unknown. Names: ',
    ],
    [
      { queueExecutions: { 'deliver-webhook': 1 } },
      'queueExecutions.deliver-webhook: 1 is invalid. Give a whole',
    ],
    [{ terminalSearch: 'embedded' }, 'terminalSearch: "embedded" is only for dev.'],
    [{ monthlyBudgetUsd: 0 }, 'monthlyBudgetUsd: 0 is invalid.'],
    [{ terminalSearch: { nodes: 2 } }, 'terminalSearch.nodes: 2 is invalid. Give one of 1, 3.'],
    [
      { terminalSearch: { nodes: 3, zones: [0, 1, 1] } },
      'terminalSearch.zones: give at least 2 different zones, and one for each node.',
    ],
    [{ terminalSearch: { nodes: 1, instanceType: 'm6g' } }, 'terminalSearch.instanceType: "m6g" is '],
  ])('with a fault are rejected in one line that names file and field: %j', (prod, line) => {
    const fault = faultOf(JSON.stringify({ prod }));
    expect(fault).toContain(`settings.json: prod.${line}`);
    expect(fault).not.toContain('\n');
  });

  it('are rejected in one line if the file is not an object of environments', () => {
    expect(faultOf('{ "prod": {\n')).toMatch(/^settings\.json: SyntaxError: [^\n]+$/);
    expect(faultOf('[]')).toBe(
      'settings.json: (file): Array is invalid. Give an object of dev, staging, prod.',
    );
    for (const name of ['production', 'local'])
      expect(faultOf(`{"${name}": {}}`)).toContain(`settings.json: ${name}: unknown field.`);
  });
});

describe('the file of operator settings', () => {
  const { OPERATOR_SETTINGS_FILE: before } = process.env;
  afterEach(() => {
    if (before === undefined) delete process.env.OPERATOR_SETTINGS_FILE;
    else process.env.OPERATOR_SETTINGS_FILE = before;
  });

  it('in the repository is valid, and not needed for the environments of this machine', () => {
    expect(operatorSettingsFile()).toBe('operator-settings.json');
    for (const name of ['dev', 'staging', 'prod'] as const)
      expect(() => readOperatorSettings(name)).not.toThrow();
    process.env.OPERATOR_SETTINGS_FILE = '/nowhere/settings.json';
    for (const name of ['emulator', 'local'] as const) expect(readOperatorSettings(name)).toEqual({});
  });

  it('can be another one, and must be readable', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'freight-settings-'));
    try {
      process.env.OPERATOR_SETTINGS_FILE = join(folder, 'settings.json');
      expect(() => readOperatorSettings('prod')).toThrow(/settings\.json cannot be read/);
      await writeFile(join(folder, 'settings.json'), '{"prod": {"monthlyBudgetUsd": 500}}');
      expect(readOperatorSettings('prod')).toEqual({ monthlyBudgetUsd: 500 });
      expect(readOperatorSettings('dev')).toEqual({});
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});
