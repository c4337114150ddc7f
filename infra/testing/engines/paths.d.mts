export declare const VERSITYGW: string;
export declare const kafkaSources: string;
export declare const paths: {
  readonly cache: string;
  readonly kafka: string;
  readonly s3: string;
  readonly docker: string;
};
