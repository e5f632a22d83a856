import { beforeAll, describe, expect, it } from '@jest/globals';
import { findWrongTarget } from '../../../bin/app/account-checks.ts';
import { checkRemovals, guardedItems, itemsOfTemplate } from '../../../bin/app/removal-checks.ts';
import { type EnvironmentSettings, environmentSettings } from '../../../lib/settings/environments.ts';
import { synthesizedTemplates, type Templates } from '../../support/synthesized-templates.ts';

const FILE = 'operator-settings.json';
const EMPTY = environmentSettings('prod');
const CONFIGURED = {
  ...EMPTY,
  account: '111111111111',
  customDomain: {
    name: 'api.example.com',
    certificateArn: 'arn:aws:acm:eu-west-1:111111111111:certificate/0a1b-2c',
  },
  alarmSubscribers: {
    page: ['https://events.example/x?y=1', 'on-call@example.com'],
    ticket: ['on-call@example.com'],
  },
  monthlyBudgetUsd: 500,
} satisfies EnvironmentSettings;
const ITEMS = [
  'domain:api.example.com',
  'page:https://events.example/x?y=1',
  'page:on-call@example.com',
  'ticket:on-call@example.com',
  'budget',
];

describe('what a deployment must not remove', () => {
  let templates: Templates;
  beforeAll(async () => {
    templates = await synthesizedTemplates('prod', CONFIGURED);
  });

  it('is the same in the settings and in the templates that are deployed with them', () => {
    expect(guardedItems(CONFIGURED)).toEqual(ITEMS);
    const { api, ...others } = templates;
    expect(itemsOfTemplate(api).toSorted()).toEqual(ITEMS.toSorted());
    expect(Object.values(others).flatMap(itemsOfTemplate)).toEqual([]);
    expect([guardedItems(EMPTY), itemsOfTemplate({})]).toEqual([[], []]);
  });
});

describe('a deployment that would remove something', () => {
  const check = (
    settings: EnvironmentSettings,
    allowed: readonly string[] = [],
    items: readonly string[] = ITEMS,
  ) => checkRemovals(settings, { items }, allowed, FILE);

  it('is accepted if nothing is lost, or with the confirmation of exactly these items', () => {
    for (const [settings, allowed, items] of [
      [CONFIGURED, [], ITEMS],
      [CONFIGURED, [], []],
      [{ ...CONFIGURED, monthlyBudgetUsd: 1 }, [], ITEMS],
      [EMPTY, ITEMS, ITEMS],
      // Repeated, after the first deployment has removed some of them.
      [EMPTY, ITEMS, ['budget']],
    ] as const) {
      expect(check(settings, allowed, items)).toEqual([]);
    }
  });

  it.each<[string, Partial<EnvironmentSettings>, string]>([
    [
      'a subscriber of one severity',
      { alarmSubscribers: { page: CONFIGURED.alarmSubscribers.page, ticket: [] } },
      'ticket:on-call@example.com',
    ],
    [
      'a domain for another one',
      { customDomain: { ...CONFIGURED.customDomain, name: 'b.example.com' } },
      'domain:api.example.com',
    ],
  ])('is rejected in one line that names it: %s', (_, changes, item) => {
    expect(() => check({ ...CONFIGURED, ...changes })).toThrow(
      `This deployment would remove ${item} from prod. Restore it in ${FILE}, or confirm the removal: -c remove='${item}'`,
    );
  });

  it('is rejected if the deployed settings cannot be read, and reported for a new environment', () => {
    const deployed = { unreadable: 'cloudformation:GetTemplate answers AccessDenied.' };
    const unread = /prod is deployed with cannot be read.*GetTemplate answers AccessDenied\.$/;
    expect(() => checkRemovals(CONFIGURED, deployed, [], FILE)).toThrow(unread);
    expect(checkRemovals(EMPTY, deployed, [], FILE)).toEqual([expect.stringMatching(unread)]);
  });
});

describe('the target of a deployment', () => {
  const deployer = { account: '111111111111', region: 'eu-west-1', regionIsGiven: true };
  const prod = { name: 'prod', account: '111111111111', region: 'eu-west-1' } as const;

  it('is right if it is that of the environment, or without credentials, which a synthesis does not need', () => {
    const { account: _none, ...withoutAccount } = { ...deployer, region: 'us-east-1' };
    expect(findWrongTarget(prod, deployer, FILE)).toBeUndefined();
    expect(findWrongTarget({ name: 'prod' }, deployer, FILE)).toBeUndefined();
    expect(findWrongTarget(prod, withoutAccount, FILE)).toBeUndefined();
  });
});
