import type { SNSClient } from '@aws-sdk/client-sns';
import { describe, expect, it } from 'vitest';
import type { StackTemplate } from '../../../bin/app/stack-template.ts';
import { parameterNames } from '../../../lib/parameters/parameter-names.ts';
import { type EnvironmentSettings, environmentSettings } from '../../../lib/settings/environments.ts';
import { operatorSettingsChecks } from '../../smoke/operator-settings-checks.ts';

const ACCOUNT = '123456789012';
const SETTINGS: EnvironmentSettings = {
  ...environmentSettings('dev'),
  account: ACCOUNT,
  region: 'eu-west-1',
  customDomain: { name: 'api.example.com', hostedZone: { id: 'Z1', name: 'example.com' } },
  alarmSubscribers: { page: ['on-call@example.com'], ticket: ['ops@example.com'] },
};
const TEMPLATES: Readonly<Record<string, StackTemplate>> = {
  'freight-dev-api': {
    Resources: { D: { Type: 'AWS::ApiGateway::DomainName', Properties: { DomainName: 'api.example.com' } } },
  },
  'freight-dev-monitoring': {
    Resources: Object.fromEntries(
      [
        ['page', 'on-call@example.com'],
        ['ticket', 'ops@example.com'],
      ].flatMap(([severity, Endpoint]) => [
        [severity, { Type: 'AWS::SNS::Topic', Properties: { TopicName: `freight-dev-${severity}` } }],
        [
          `${severity}0`,
          { Type: 'AWS::SNS::Subscription', Properties: { TopicArn: { Ref: severity }, Endpoint } },
        ],
      ]),
    ),
  },
};

/** Subscribers by the ARN of their topic. */
const SUBSCRIBED: Readonly<Record<string, string>> = {
  [`arn:aws:sns:eu-west-1:${ACCOUNT}:freight-dev-page`]: 'on-call@example.com',
  [`arn:aws:sns:eu-west-1:${ACCOUNT}:freight-dev-ticket`]: 'ops@example.com',
};

interface Deployed {
  readonly settings?: EnvironmentSettings;
  readonly url?: string;
  readonly subscribed?: Readonly<Record<string, string>>;
  readonly deployedTemplate?: (stack: string) => Promise<StackTemplate | undefined>;
}

function findings({
  settings = SETTINGS,
  url = 'https://api.example.com/',
  subscribed = SUBSCRIBED,
  deployedTemplate = async (stack) => TEMPLATES[stack],
}: Deployed) {
  const names = parameterNames('dev');
  const published: Readonly<Record<string, string>> = {
    [names.url]: url,
    [names.webhookSecretsKeyArn]: `arn:aws:kms:eu-west-1:${ACCOUNT}:key/k`,
  };
  const topics = {
    send: async ({ input }: { readonly input: { readonly TopicArn: string } }) => ({
      Subscriptions: [{ Endpoint: subscribed[input.TopicArn] }],
    }),
  } as unknown as SNSClient;
  const checks = operatorSettingsChecks({
    settings,
    names,
    published: (name) => published[name] ?? '',
    topics,
    deployedTemplate,
  });
  return Promise.all(checks.map(({ run }) => run()));
}

describe('the smoke checks of operator settings', () => {
  const failed = (text: string) => ({ outcome: 'failed', detail: expect.stringContaining(text) });

  it('pass for a deployment with these settings', async () => {
    expect((await findings({})).map(({ outcome }) => outcome)).toEqual(['passed', 'passed', 'passed']);
  });

  it.each<[string, Deployed, readonly (object | undefined)[]]>([
    [
      'in another account and region, with another URL',
      { settings: { ...SETTINGS, account: '999999999999', region: 'us-east-1' }, url: 'https://x/' },
      [
        failed(
          'the account is 123456789012 and not 999999999999; the region is eu-west-1 and not us-east-1; the URL is https://x/',
        ),
      ],
    ],
    [
      'without the domain',
      { deployedTemplate: async (stack) => (stack.endsWith('api') ? undefined : TEMPLATES[stack]) },
      [undefined, failed('domain:api.example.com is not deployed')],
    ],
    [
      'with a subscriber that the file does not have',
      { settings: { ...SETTINGS, alarmSubscribers: { page: ['on-call@example.com'], ticket: [] } } },
      [undefined, failed('ticket:ops@example.com is deployed and not in the settings')],
    ],
    [
      'whose templates cannot be read',
      { deployedTemplate: () => Promise.reject(new RangeError('no')) },
      [undefined, failed('cloudformation:GetTemplate answers RangeError.')],
    ],
    [
      'whose subscriber has unsubscribed',
      { subscribed: {} },
      [undefined, undefined, failed('on-call@example.com is not subscribed to page')],
    ],
  ])('fail for a deployment %s', async (_, deployed, expected) => {
    const found = await findings(deployed);
    const wanted = found.map(
      (_finding, place) => expected[place] ?? { outcome: 'passed', detail: expect.any(String) },
    );
    expect(found).toEqual(wanted);
  });
});
