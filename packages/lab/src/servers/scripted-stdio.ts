// node scripted-stdio.js [switches]; they are listed in ../scripted/switches.ts.
import { serve } from '../scripted/main.js'
import { readSwitches } from '../scripted/switches.js'

await serve(readSwitches(process.argv.slice(2)))
