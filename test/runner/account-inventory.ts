import { signRequest } from '../../shared/aws/sign-request.ts';

/** How AWS names kinds of resources, and what is there of each. */
export type Inventory = Readonly<Record<string, readonly string[]>>;

interface Listing {
  readonly service: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly method: 'GET' | 'POST';
  readonly path?: string;
  readonly body: string;
  /** What names a resource in the answer, JSON or XML. */
  readonly names: RegExp;
}

const json = (service: string, target: string, name: string): Listing => ({
  service,
  method: 'POST',
  headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': target },
  body: '{}',
  names: new RegExp(`"${name}":\\s*"([^"]+)"`, 'g'),
});
const query = (service: string, action: string, version: string, name: string): Listing => ({
  service,
  method: 'POST',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
  body: `Action=${action}&Version=${version}`,
  names: new RegExp(`<${name}>([^<]+)</${name}>`, 'g'),
});
const rest = (service: string, path: string, name: string): Listing => ({
  service,
  method: 'GET',
  headers: {},
  path,
  body: '',
  names: new RegExp(`"${name}":\\s*"([^"]+)"`, 'g'),
});

/** Kinds of which the stacks make any. Deleted KMS keys are listed until their time is over, so none is looked for. */
const LISTINGS: Readonly<Record<string, Listing>> = {
  stacks: query('cloudformation', 'DescribeStacks', '2010-05-15', 'StackName'),
  tables: {
    ...json('dynamodb', 'DynamoDB_20120810.ListTables', ''),
    names: /"(freight-[^"]+)"/g,
  },
  buckets: { ...rest('s3', '/', ''), names: /<Name>(freight-[^<]+)<\/Name>/g },
  queues: { ...json('sqs', 'AmazonSQS.ListQueues', ''), names: /"(http[^"]+)"/g },
  functions: rest('lambda', '/2015-03-31/functions/', 'FunctionName'),
  'event source mappings': rest('lambda', '/2015-03-31/event-source-mappings/', 'UUID'),
  'REST APIs': rest('apigateway', '/restapis', 'id'),
  'usage plans': rest('apigateway', '/usageplans', 'name'),
  'gateway keys': rest('apigateway', '/apikeys', 'name'),
  parameters: json('ssm', 'AmazonSSM.DescribeParameters', 'Name'),
  'log groups': json('logs', 'Logs_20140328.DescribeLogGroups', 'logGroupName'),
  rules: json('events', 'AWSEvents.ListRules', 'Name'),
  roles: query('iam', 'ListRoles', '2010-05-08', 'RoleName'),
  policies: query('iam', 'ListPolicies', '2010-05-08', 'PolicyName'),
  topics: query('sns', 'ListTopics', '2010-03-31', 'TopicArn'),
  alarms: query('monitoring', 'DescribeAlarms', '2010-08-01', 'AlarmName'),
  dashboards: query('monitoring', 'ListDashboards', '2010-08-01', 'DashboardName'),
};

/**
 * What is in the account that `environment` points at, by kind: the first page of each, which on an emulator is all.
 * @throws Error where a kind cannot be listed.
 */
export async function accountInventory(environment: Readonly<Record<string, string>>): Promise<Inventory> {
  const entries = Object.entries(LISTINGS).map(
    async ([kind, listing]) => [kind, await list(environment, listing)] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}

/** What is in `after` and was not in `before`: only kinds of which there is any. */
export function broughtSince(before: Inventory, after: Inventory): Inventory {
  return Object.fromEntries(
    Object.entries(after)
      .map(([kind, names]) => [kind, names.filter((name) => !before[kind]?.includes(name))] as const)
      .filter(([, names]) => names.length > 0),
  );
}

async function list(
  {
    AWS_ENDPOINT_URL = '',
    AWS_REGION: region = '',
    AWS_ACCESS_KEY_ID: accessKeyId = '',
    AWS_SECRET_ACCESS_KEY: secretAccessKey = '',
  }: Readonly<Record<string, string>>,
  { service, headers, method, path = '/', body, names }: Listing,
): Promise<string[]> {
  const url = new URL(path, AWS_ENDPOINT_URL);
  const scope = { region, service, credentials: { accessKeyId, secretAccessKey }, now: new Date() };
  const response = await fetch(url, {
    method,
    headers: signRequest({ method, url, headers, body }, scope),
    ...(method === 'POST' ? { body } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${service} lists nothing: ${response.status} ${text.slice(0, 200)}`);
  return [...text.matchAll(names)].flatMap(([, name]) => name ?? []);
}
