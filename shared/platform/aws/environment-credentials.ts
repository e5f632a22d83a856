/**
 * Bundled instead of the SDK's default credential chain: AWS's own provider for the variables that Lambda sets.
 * @throws CredentialsProviderError, from the provider, if the variables are not set.
 */
export { fromEnv as defaultProvider } from '@aws-sdk/credential-provider-env';
