/**
 * Replaces the SDK's default credential chain in bundles: AWS's provider for the environment variables that Lambda sets.
 * @throws CredentialsProviderError if the variables are not set.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
