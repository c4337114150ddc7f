export declare function collectImages(): Promise<string>;
