/** Why an MCP server could not be used: a sentence for the user and the model. */
export class McpError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'McpError';
  }
}
