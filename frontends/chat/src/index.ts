// The shell loads this remote through its exposed modules; there is nothing to start on its own.
export {};
