import { at, firstOf, type Property, resourcesOf, unless } from './property.ts';

const API = 'AWS::ApiGateway::RestApi';
const NEWER_THAN_TLS_1_1 = /^SecurityPolicy_TLS13_1_[23]_/;

/** Types of the monitoring. */
const MONITORS = /^AWS::(CloudWatch|Logs)::/;

/** Resources that cost money: tags assign their costs to an environment. */
const TAGGED = [
  'AWS::DynamoDB::GlobalTable',
  'AWS::Lambda::Function',
  'AWS::SQS::Queue',
  'AWS::Logs::LogGroup',
  'AWS::ApiGateway::RestApi',
  'AWS::KMS::Key',
  'AWS::S3::Bucket',
];

const tagsOf = (properties: Record<string, unknown>) =>
  JSON.stringify([properties.Tags, at(properties, 'Replicas', 0, 'Tags')]);

/** Properties of whole stacks and of the API. */
export const STACK_PROPERTIES: readonly Property[] = [
  {
    name: 'the API rejects versions older than TLS 1.2',
    violations: ({ api }) =>
      unless(
        api,
        API,
        ({ Properties }) =>
          NEWER_THAN_TLS_1_1.test(String(Properties.SecurityPolicy)) &&
          Properties.EndpointAccessMode !== undefined,
      ),
  },
  {
    name: 'only the monitoring reads outputs of other stacks, and nothing an export, which could then not be removed',
    violations: (templates) =>
      Object.entries(templates).flatMap(([name, { Resources }]) =>
        Object.entries(Resources)
          .filter(([, resource]) => {
            const isMonitoring = name === 'api' && MONITORS.test(resource.Type);
            const reading = isMonitoring ? /"Fn::ImportValue"/ : /"Fn::(ImportValue|GetStackOutput)"/;
            return reading.test(JSON.stringify(resource));
          })
          .map(([id]) => id),
      ),
    takeAway: ({ api }) => {
      firstOf(api, 'AWS::SNS::Topic').Properties.DisplayName = { 'Fn::ImportValue': 'name' };
    },
  },
  {
    name: 'what costs is tagged with its environment',
    violations: (templates) =>
      Object.values(templates).flatMap((template) =>
        TAGGED.flatMap((type) => resourcesOf(template, type))
          .filter(([, { Properties }]) => !tagsOf(Properties).includes('"environment"'))
          .map(([id]) => id),
      ),
    takeAway: ({ workers }) => {
      delete firstOf(workers, 'AWS::Lambda::Function').Properties.Tags;
    },
  },
  {
    name: 'what is logged stays when a stack goes',
    violations: (templates) =>
      Object.values(templates).flatMap((template) =>
        resourcesOf(template, 'AWS::Logs::LogGroup')
          .filter(([, { DeletionPolicy }]) => DeletionPolicy !== 'RetainExceptOnCreate')
          .map(([id]) => id),
      ),
    takeAway: ({ api }) => {
      firstOf(api, 'AWS::Logs::LogGroup').DeletionPolicy = 'Delete';
    },
  },
];
