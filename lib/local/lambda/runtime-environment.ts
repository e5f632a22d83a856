import { LAMBDA_RUNTIME } from '../../settings/node-version.mjs';

/** Variables that the Lambda runtime sets. The credentials are placeholders, since local engines check none. */
export function runtimeEnvironment(functionName: string, memoryMb: number): Record<string, string> {
  return {
    TZ: ':UTC',
    LANG: 'en_US.UTF-8',
    AWS_REGION: 'us-east-1',
    AWS_DEFAULT_REGION: 'us-east-1',
    AWS_EXECUTION_ENV: `AWS_Lambda_${LAMBDA_RUNTIME}`,
    AWS_LAMBDA_FUNCTION_NAME: functionName,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(memoryMb),
    AWS_LAMBDA_LOG_FORMAT: 'JSON',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
}

/** Overrides values of environment variables; adds no new variables. */
export function withSettings(
  variables: Readonly<Record<string, string>>,
  settings: Readonly<Record<string, string>> = {},
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(variables).map(([name, value]) => [name, settings[name] ?? value]),
  );
}
