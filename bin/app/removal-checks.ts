import type { EnvironmentSettings } from '../../lib/settings/environments.ts';
import type { StackTemplate } from './deployed-stacks.ts';

/** The settings whose loss no other check would show. */
type GuardedSettings = Pick<
  EnvironmentSettings,
  'customDomain' | 'web' | 'alarmSubscribers' | 'monthlyBudgetUsd'
>;

/**
 * What a deployment does not remove unless the operator confirms it, as written in `-c remove=`: "domain:api.example.com",
 * "web:freight.example.com", "page:ops@example.com", "ticket:https://chat.example/x", "budget".
 */
export const guardedItems = ({
  customDomain,
  web,
  alarmSubscribers,
  monthlyBudgetUsd,
}: GuardedSettings): readonly string[] => [
  ...(customDomain === undefined ? [] : [`domain:${customDomain.name}`]),
  ...(web === undefined ? [] : [`web:${web.name}`]),
  ...alarmSubscribers.page.map((subscriber) => `page:${subscriber}`),
  ...alarmSubscribers.ticket.map((subscriber) => `ticket:${subscriber}`),
  ...(monthlyBudgetUsd === undefined ? [] : ['budget']),
];

/** The guarded items of a CloudFormation template, in the same words. */
export function itemsOfTemplate({ Resources = {} }: StackTemplate): readonly string[] {
  return Object.values(Resources).flatMap(({ Type, Properties = {} }) => {
    if (Type === 'AWS::ApiGateway::DomainName') return [`domain:${Properties.DomainName}`];
    if (Type === 'AWS::CloudFront::Distribution')
      return Object(Properties.DistributionConfig).Aliases.map((name: string) => `web:${name}`);
    if (Type === 'AWS::Budgets::Budget') return ['budget'];
    if (Type !== 'AWS::SNS::Subscription') return [];
    const topic = Resources[String(Object(Properties.TopicArn).Ref)];
    const [, severity] = /-(page|ticket)$/.exec(String(topic?.Properties?.TopicName)) ?? [];
    return severity === undefined ? [] : [`${severity}:${Properties.Endpoint}`];
  });
}

/** What is deployed: its guarded items, or why they cannot be read. */
export type DeployedItems = { readonly items: readonly string[] } | { readonly unreadable: string };

/** Stacks with guarded items. */
const STACKS = ['api', 'web'];

/**
 * Reads what is deployed.
 * @param deployedTemplate reads the template of a stack; undefined for a stack that is not deployed. Rejects if AWS does
 * not return it.
 */
export async function readDeployedItems(
  environment: string,
  deployedTemplate: (stackName: string) => Promise<StackTemplate | undefined>,
): Promise<DeployedItems> {
  try {
    const templates = await Promise.all(
      STACKS.map((stack) => deployedTemplate(`freight-${environment}-${stack}`)),
    );
    return { items: templates.flatMap((template = {}) => itemsOfTemplate(template)) };
  } catch (error) {
    const reason = error instanceof Error ? error.name : String(error);
    return { unreadable: `cloudformation:GetTemplate answers ${reason}.` };
  }
}

/**
 * Rejects a deployment that would remove a custom domain, the distribution, an alarm subscriber or the budget.
 * @param allowed removals that the operator confirmed.
 * @param file of the operator settings, for messages.
 * @returns warnings of one line each.
 */
export function checkRemovals(
  settings: GuardedSettings & Pick<EnvironmentSettings, 'name' | 'account'>,
  deployed: DeployedItems,
  allowed: readonly string[],
  file: string,
): readonly string[] {
  const { name, account } = settings;
  if ('unreadable' in deployed) {
    const unread = `The settings that ${name} is deployed with cannot be read, so a removal would not be noticed: ${deployed.unreadable}`;
    // An environment without an account in the file is new: a check that cannot run must not prevent the first try.
    if (account === undefined) return [unread];
    throw new Error(unread);
  }
  const items = guardedItems(settings);
  const stillSet = allowed.filter((item) => items.includes(item));
  if (stillSet.length > 0) {
    throw new Error(
      `-c remove=${stillSet.join(',')}: ${file} still has it for ${name}. Remove it there, and deploy again.`,
    );
  }
  const removed = deployed.items.filter((item) => !items.includes(item) && !allowed.includes(item));
  if (removed.length === 0) return [];
  throw new Error(
    `This deployment would remove ${removed.join(', ')} from ${name}. Restore it in ${file}, or confirm the removal: -c remove='${[...allowed, ...removed].join(',')}'`,
  );
}
