export declare function installTools(): string;
export declare function installControlPlane(): string;
