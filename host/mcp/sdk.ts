/** What is used of the protocol's library. In the npm package this file holds it all, without the hundred packages around it. */
export { McpServer, ResourceTemplate } from '@modelcontextprotocol/sdk/server/mcp.js';
export { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
