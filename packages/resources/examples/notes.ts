import { createMcpResources, type JsonValue, type McpResourceProvider } from '@harness-mcp/resources'

// A provider answers for one server. @harness-mcp/client has one for each connection; this one serves notes of its own.
const notes: McpResourceProvider = {
  async request(request): Promise<JsonValue> {
    switch (request.method) {
      case 'resources/list':
        return { resources: [{ uri: 'note://1', name: 'Shopping', mimeType: 'text/plain' }] }
      case 'resources/templates/list':
        return { resourceTemplates: [] }
      case 'resources/read':
        return { contents: [{ uri: request.uri, mimeType: 'text/plain', text: 'Milk, bread.' }] }
    }
  },
}

const resources = createMcpResources()
const remove = resources.register('notes', notes)

console.log(resources.prompt()) // joins the system prompt
console.log(resources.tools()) // three tools to declare to the model

const { signal } = new AbortController()
const outcome = await resources.call('read_mcp_resource', { server: 'notes', uri: 'note://1' }, { signal })
console.log(outcome.content)
// [{ type: 'text', text: 'MCP server: notes\n{"contents":[{"uri":"note://1",…,"text":"Milk, bread."}]}' }]

remove() // no server, no tools, no prompt text
