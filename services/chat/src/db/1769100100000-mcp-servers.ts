import { tenantPolicies } from '@zo/db';
import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The MCP servers that users have added, with the tools they offer. */
export class McpServers1769100100000 implements MigrationInterface {
  readonly name = 'McpServers1769100100000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`create table mcp_servers (
      id uuid primary key, user_id uuid not null, name text not null, url text not null, header text not null,
      secret bytea, allow_private boolean not null default false, tools jsonb not null,
      created_at timestamptz not null default now())`);
    await runner.query('create unique index mcp_servers_name on mcp_servers (user_id, name)');
    for (const sql of tenantPolicies('mcp_servers')) await runner.query(sql);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('drop table mcp_servers');
  }
}
