import { readAllowedOrigins } from '../../lib/settings/allowed-origins.ts';
import { synthesizeLocal } from './assembly.ts';

// Prints the folder of the assembly. A separate process, since a running one cannot reload changed sources.
const allowedOrigins = readAllowedOrigins(process.env.ALLOWED_ORIGINS ?? '');
console.log(await synthesizeLocal({ allowedOrigins }));
