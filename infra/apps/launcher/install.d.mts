export declare function withAddresses(lock: string | Uint8Array): string;
