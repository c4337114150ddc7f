export declare function installTools(): string;
export declare function installControlPlane(): string;
export declare function installDefinitions(): string;
