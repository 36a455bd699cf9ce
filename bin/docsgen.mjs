#!/usr/bin/env node
/** Starts the program. Where the engine keeps compiled code between starts (Node 22), that is a fifth of one. */
import module from 'node:module';

module.enableCompileCache?.();
await import('../dist/docsgen.js');
