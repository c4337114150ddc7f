// The shell loads this remote through its exposed modules; the entry itself starts nothing.
export {};
