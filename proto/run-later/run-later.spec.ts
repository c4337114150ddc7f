import { describe, expect, it } from '@jest/globals';
import { isOfProgram, isRunFolder, runsLater } from './index.js';

const how = (path: string) => {
  const found = runsLater(path.split('/'));
  return found?.how === 'by-itself' ? found.trigger : found?.how;
};

describe('files that run later', () => {
  it.each([
    ['repo/.git/hooks/pre-commit', 'git-hook'],
    ['repo/.git/hooks/deeper/x', 'git-hook'],
    ['repo/.git/hooks', 'git-hook'],
    ['repo/.git/modules/lib/hooks/post-checkout', 'git-hook'],
    ['repo/.GIT/Hooks/Pre-Commit', 'git-hook'],
    ['repo/.git/config', 'git-settings'],
    ['repo/.git/config.worktree', 'git-settings'],
    ['repo/.git/worktrees/a/commondir', 'git-settings'],
    ['repo/.git', 'git-settings'],
    ['.gitconfig', 'git-settings'],
    ['.husky/pre-push', 'git-hook'],
    ['.githooks/pre-push', 'git-hook'],
    ['.pre-commit-config.yaml', 'git-hook'],
    ['a/b/.envrc', 'folder-entered'],
    ['.bashrc', 'shell-started'],
    ['dotfiles/.ZSHRC', 'shell-started'],
    ['.vscode/tasks.json', 'folder-opened'],
    ['a/.vscode/settings.json', 'folder-opened'],
    ['.idea/workspace.xml', 'folder-opened'],
    ['a.code-workspace', 'folder-opened'],
    ['.devcontainer/devcontainer.json', 'folder-opened'],
    ['.npmrc', 'package-manager'],
    ['.yarnrc.yml', 'package-manager'],
    ['.cargo/config.toml', 'package-manager'],
    ['.vimrc', 'editor-started'],
  ])('S7 %s runs by itself: %s', (path, trigger) => {
    expect(how(path)).toBe(trigger);
  });

  it.each(['package.json', 'a/Makefile', 'x.sh', 'a.zoroutine', 'Dockerfile', 'setup.py', '.vscode/x.js'])(
    'S7 %s runs only by name',
    (path) => expect(how(path)).toBe('by-name'),
  );

  it.each([
    'notes.md',
    'repo/.git/hooks/pre-commit.sample',
    'repo/.git/HEAD',
    'repo/.git/index',
    'repo/.git/refs/heads/hooks/config',
    'repo/.git/logs/refs/heads/config',
    'repo/.gitignore',
    'config',
    'hooks/pre-commit',
    '.vscode/extensions.json',
    'bashrc',
    '.bashrc.md',
  ])('S7 %s does not run', (path) => expect(how(path)).toBeUndefined());

  it('S7 a bare repository is a folder of git, whatever its name', () => {
    expect(runsLater(['store', 'hooks', 'update'], 1)).toEqual({ how: 'by-itself', trigger: 'git-hook' });
    expect(runsLater(['store', 'config'], 1)).toEqual({ how: 'by-itself', trigger: 'git-settings' });
    expect(runsLater(['store', 'HEAD'], 1)).toBeUndefined();
  });

  it('S7 links in the place of such folders are told from others', () => {
    for (const path of ['r/.git', 'r/.git/hooks', '.husky', '.VSCode', '.idea'])
      expect([path, isRunFolder(path.split('/'))]).toEqual([path, true]);
    for (const path of ['r', 'hooks', 'r/.git/refs', 'docs'])
      expect([path, isRunFolder(path.split('/'))]).toEqual([path, false]);
  });

  it('S7 what a program is made of is told from others', () => {
    const isOf = (program: string) => (path: string) => isOfProgram(program.split('/'), path.split('/'));
    const tides = ['mcp/tides/server.mjs', 'mcp/tides/lib/x.js', 'mcp/tides/new', 'mcp/tides', 'mcp'];
    const others = [
      'mcp/other/server.mjs',
      'server.mjs',
      'mcp/tidesx',
      'mcp/tides/node_modules/x/index.js',
      'notes.md',
    ];
    for (const program of ['mcp/tides/server.mjs', 'mcp/tides']) {
      expect(tides.filter(isOf(program))).toEqual(tides);
      expect(others.filter(isOf(program))).toEqual([]);
    }
    expect(['server.py', 'json.py', 'notes.md', 'a/json.py'].filter(isOf('server.py'))).toEqual([
      'server.py',
      'json.py',
    ]);
  });
});
