// Plain JavaScript without packages, since the installation reads it.

/** The Node of all commands. `docs/contributors/commands.md` lists what changes with it. */
export const NODE_VERSION = '24.21.0';

/** Its major version, which is that of the deployed functions. */
export const NODE_MAJOR = NODE_VERSION.slice(0, NODE_VERSION.indexOf('.'));

/** The Lambda runtime of all functions. */
export const LAMBDA_RUNTIME = `nodejs${NODE_MAJOR}.x`;
