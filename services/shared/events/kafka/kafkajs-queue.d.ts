declare module 'kafkajs/src/network/requestQueue/index.js' {
  const RequestQueue: { prototype: object };
  export default RequestQueue;
}
