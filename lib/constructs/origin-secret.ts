import { type Stack, Token, Validations } from 'aws-cdk-lib';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';

/** Name of the secret: both stacks that use it know the name, so that neither template contains the value. */
const secretName = (environment: string) => `freight-${environment}-origin`;

/** Creates the secret that shows the API that a call came through the distribution. */
export function createOriginSecret(scope: Stack, environment: string): Secret {
  const secret = new Secret(scope, 'OriginSecret', {
    secretName: secretName(environment),
    description: 'Sent by the distribution to the API, whose web ACL blocks calls without it',
    generateSecretString: { passwordLength: 40, excludePunctuation: true },
  });
  Validations.of(secret).acknowledge({
    id: 'AwsSolutions-SMG4',
    reason:
      'The templates of two stacks read the value when they are deployed. A rotation by a function would change it in neither; docs/operators/web-distribution.md has the steps.',
  });
  return secret;
}

/** The value as a dynamic reference, which CloudFormation resolves when it deploys. */
export const originSecretValue = (environment: string): string =>
  Token.asString(`{{resolve:secretsmanager:${secretName(environment)}:SecretString}}`);
