import type { MigrationInterface, QueryRunner } from 'typeorm';

/** MCP servers that are programs in the computer of their user. */
export class McpCommands1769500100000 implements MigrationInterface {
  readonly name = 'McpCommands1769500100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(
      'alter table mcp_servers add column if not exists command text, add column if not exists env bytea',
    );
  }

  /** Columns that an earlier version does not know do no harm. */
  async down(): Promise<void> {}
}
