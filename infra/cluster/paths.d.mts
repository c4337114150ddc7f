export declare const buildScript: string;
export declare const cache: string;
export declare const toolsArchive: string;
export declare const tools: string;
export declare const helm: string;
export declare const kubectl: string;
export declare function controlPlane(): string;
export declare const DEFINITIONS: readonly (readonly [string, string])[];
export declare const definitions: string;
