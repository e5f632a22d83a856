import { synthesizeLocal } from './assembly.ts';

// Prints the folder of the assembly, for a process that cannot load changed sources itself.
console.log(await synthesizeLocal({ opensearch: process.argv.includes('--opensearch') }));
