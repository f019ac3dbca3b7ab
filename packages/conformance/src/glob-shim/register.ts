import * as fs from 'node:fs'
import { register } from 'node:module'

// The referee imports `globSync` from `fs`, which Node 20 does not have: it would not even start.
if (!('globSync' in fs)) register('./hooks.js', import.meta.url)
