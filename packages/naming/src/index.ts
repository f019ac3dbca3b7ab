export { publicToolName } from './public-tool-name.js'
export { isServerName } from './server-name.js'
