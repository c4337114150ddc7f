export * from '@zo/shared/kube';
