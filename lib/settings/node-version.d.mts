export const NODE_VERSION: string;
export const NODE_MAJOR: string;
export const LAMBDA_RUNTIME: string;
