/** Credentials as Lambda gives them to a function; the shape is the AWS SDK's. */
interface EnvironmentCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

class CredentialsMissingError extends Error {
  override readonly name = 'CredentialsMissingError';
}

/**
 * Stands in for the SDK's default provider chain in the bundles: reads the environment and nothing else.
 * @throws CredentialsMissingError where Lambda's variables are not set.
 */
export const defaultProvider = () => async (): Promise<EnvironmentCredentials> => {
  const { AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_SESSION_TOKEN } = process.env;
  if (!AWS_ACCESS_KEY_ID || !AWS_SECRET_ACCESS_KEY) {
    throw new CredentialsMissingError('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not set');
  }
  return {
    accessKeyId: AWS_ACCESS_KEY_ID,
    secretAccessKey: AWS_SECRET_ACCESS_KEY,
    ...(AWS_SESSION_TOKEN ? { sessionToken: AWS_SESSION_TOKEN } : {}),
  };
};
